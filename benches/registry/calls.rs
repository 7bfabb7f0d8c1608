//! A call of a registered tool, compared with the same tool as it is compiled in.

use std::time::Instant;

use serde_json::json;
use toolwright::Client;

use crate::{
    program::quiet_server,
    rig::{Figure, Result, Wanted, median},
    specs::{ALIAS, COMPILED, COUNT, folder},
};

const CALLS: usize = 2_000;

pub(crate) async fn measure(rounds: usize) -> Result<Vec<Figure>> {
    let registry = folder(COUNT)?.to_string_lossy().into_owned();
    let server = quiet_server(&[("TOOLWRIGHT_REGISTRY_DIR", &registry)])?;
    let client = server.client().await?;
    let (mut times, mut ratios) = (Vec::new(), Vec::new());
    for round in 0..=rounds {
        let (mut compiled, mut registered) = (Vec::new(), Vec::new());
        for _ in 0..CALLS {
            compiled.push(call(&client, COMPILED).await?);
            registered.push(call(&client, ALIAS).await?);
        }
        // The first round warms up.
        if round > 0 {
            let (compiled, registered) = (median(compiled), median(registered));
            times.push(compiled);
            ratios.push(registered / compiled);
        }
    }
    client.close().await?;
    Ok(vec![
        Figure::of(
            "a call of a compiled tool beside 10,000 registered ones, p50",
            times,
            " µs",
            None,
        ),
        Figure::of(
            "the same tool, registered under another name ÷ compiled, p50",
            ratios,
            "",
            Wanted::AtMost(1.1),
        ),
    ])
}

/// Measures a call, in microseconds.
async fn call(client: &Client, name: &str) -> Result<f64> {
    let arguments = json!({"data": "a\u{a0}b"});
    let start = Instant::now();
    let answer = client.call(name, arguments).await?;
    let time = start.elapsed().as_secs_f64() * 1e6;
    assert!(!answer.is_error, "{}", answer.joined_text());
    Ok(time)
}
