//! Calls `add` with Toolwright's client: `client_toolwright ADDRESS|PROGRAM SECONDS`. Prints the median of a call in
//! microseconds.

use std::time::{Duration, Instant};

use serde_json::json;
use toolwright::Client;
use toolwright_bench_peers::median::print_median;

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    let mut words = std::env::args().skip(1);
    let place = words.next().expect("an address or a program");
    let seconds = words.next().and_then(|word| word.parse().ok());
    let time = Duration::from_secs(seconds.expect("the seconds to run"));
    let client = match place.starts_with("http://") {
        true => Client::connect(place).await?,
        false => Client::spawn([place]).await?,
    };
    let (started, mut times) = (Instant::now(), Vec::new());
    while started.elapsed() < time {
        let sent = Instant::now();
        let sum = client.call("add", json!({"a": 2, "b": 3})).await?;
        times.push(sent.elapsed());
        assert_eq!(sum.value::<i64>()?, 5);
    }
    print_median(times);
    Ok(())
}
