//! Calls `add` with rmcp's client: `client_rmcp ADDRESS|PROGRAM SECONDS`. Prints the median of a call in
//! microseconds.

use std::time::{Duration, Instant};

use rmcp::{
    ClientLifecycleMode, ClientServiceExt as _, Peer, RoleClient,
    model::{CallToolRequestParams, ProtocolVersion},
    transport::{StreamableHttpClientTransport, TokioChildProcess},
};
use serde_json::json;
use tokio::process::Command;
use toolwright_bench_peers::median::print_median;

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let place = words.next().expect("an address or a program");
    let seconds = words.next().and_then(|word| word.parse().ok());
    let time = Duration::from_secs(seconds.expect("the seconds to run"));
    // The same revision as the other client.
    let newest = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    match place.starts_with("http://") {
        true => {
            let transport = StreamableHttpClientTransport::from_uri(place);
            measure(&().serve_with_lifecycle(transport, newest).await?, time).await
        }
        false => {
            let transport = TokioChildProcess::new(Command::new(place))?;
            measure(&().serve_with_lifecycle(transport, newest).await?, time).await
        }
    }
}

async fn measure(client: &Peer<RoleClient>, time: Duration) -> Result<(), Failure> {
    let (started, mut times) = (Instant::now(), Vec::new());
    while started.elapsed() < time {
        let sent = Instant::now();
        let arguments = json!({"a": 2, "b": 3})
            .as_object()
            .cloned()
            .unwrap_or_default();
        let call = CallToolRequestParams::new("add").with_arguments(arguments);
        let sum = client.call_tool(call).await?;
        times.push(sent.elapsed());
        let sum = sum.structured_content.ok_or("no structured content")?;
        assert_eq!(sum["result"], 5);
    }
    print_median(times);
    Ok(())
}
