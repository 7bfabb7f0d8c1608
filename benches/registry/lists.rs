//! Pages of `tools/list`, of registered and of compiled tools.

use std::time::Instant;

use serde_json::{json, value::RawValue};
use toolwright::Client;

use crate::{
    program::quiet_server,
    rig::{Figure, Result, Wanted, median},
    specs::{COUNT, folder},
};

const PAGES: usize = 200;

pub(crate) async fn measure(rounds: usize) -> Result<Vec<Figure>> {
    let registry = folder(COUNT)?.to_string_lossy().into_owned();
    let compiled = speeds(&quiet_server(&[])?.client().await?, rounds).await?;
    let settings = [("TOOLWRIGHT_REGISTRY_DIR", registry.as_str())];
    let registered = speeds(&quiet_server(&settings)?.client().await?, rounds).await?;
    let ratios = registered
        .iter()
        .zip(&compiled)
        .map(|(registered, compiled)| registered / compiled);
    Ok(vec![Figure::of(
        "a page of `tools/list` with 10,000 tools: bytes/s ÷ those of the compiled tools alone",
        ratios.collect::<Vec<_>>(),
        "",
        Wanted::AtLeast(1.0),
    )])
}

/// Returns the median speed of each round, in bytes a microsecond.
async fn speeds(client: &Client, rounds: usize) -> Result<Vec<f64>> {
    let mut speeds = Vec::new();
    for _ in 0..=rounds {
        let mut round = Vec::new();
        for _ in 0..PAGES {
            let start = Instant::now();
            let page: Box<RawValue> = client.request("tools/list", json!({})).await?;
            round.push(page.get().len() as f64 / start.elapsed().as_secs_f64() / 1e6);
        }
        speeds.push(median(round));
    }
    // The first round prepares the lists.
    Ok(speeds.split_off(1))
}
