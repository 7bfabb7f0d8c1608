//! How soon after a request its tool starts, as the governed server itself counts it.

use crate::rig::{HttpClient, Result};

/// The histogram of `/metrics`: its bucket up to 100 µs, and all of it.
const SOON: &str = "toolwright_overhead_seconds_bucket{le=\"0.0001\"} ";
const ALL: &str = "toolwright_overhead_seconds_count ";

/// How many tools of a server started soon so far, and how many at all.
pub(crate) fn starts(url: &str) -> Result<[f64; 2]> {
    let text = HttpClient::new()?.get(&url.replace("/mcp", "/metrics"))?;
    let read = |name: &str| -> Result<f64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let number = line.ok_or_else(|| format!("`/metrics` lacks `{name}`"))?;
        Ok(number.trim().parse()?)
    };
    Ok([read(SOON)?, read(ALL)?])
}

/// The share of the starts after `before` that were soon.
pub(crate) fn share_since(before: [f64; 2], url: &str) -> Result<f64> {
    let [soon, all] = starts(url)?;
    Ok((soon - before[0]) / (all - before[1]))
}
