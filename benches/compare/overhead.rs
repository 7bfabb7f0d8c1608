//! How soon after a request its tool starts, as the governed server itself counts it.

use crate::{
    findings::Traffic,
    http::Listening,
    rig::{Era, HttpClient, Peer, Result, Workload},
};

/// The histogram of `/metrics`: its bucket up to 100 µs, and all of it.
const SOON: &str = "toolwright_overhead_seconds_bucket{le=\"0.0001\"} ";
const ALL: &str = "toolwright_overhead_seconds_count ";

/// The starts of tools from now on.
pub(crate) struct Starts<'a> {
    server: &'a Listening,
    before: (f64, f64),
}

impl<'a> Starts<'a> {
    /// Watches the scenario that the figure is about, and no other.
    pub(crate) fn watch(
        listening: &'a [Listening],
        traffic: Traffic,
        workload: Workload,
    ) -> Result<Option<Self>> {
        let eight = Traffic::Http {
            era: Era::Modern,
            connections: 8,
        };
        let governed = listening.iter().find(|peer| peer.peer == Peer::Governed);
        match governed {
            Some(server) if (traffic, workload) == (eight, Workload::Small) => Ok(Some(Self {
                server,
                before: count(server)?,
            })),
            _ => Ok(None),
        }
    }

    /// Which share of them was soon.
    pub(crate) fn share(&self) -> Result<f64> {
        let (soon, all) = count(self.server)?;
        Ok((soon - self.before.0) / (all - self.before.1))
    }
}

/// How many tools started soon, and how many at all.
fn count(server: &Listening) -> Result<(f64, f64)> {
    let url = server.url.replace("/mcp", "/metrics");
    let text = HttpClient::new()?.get(&url)?;
    let read = |name: &str| -> Result<f64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let number = line.ok_or_else(|| format!("`/metrics` lacks `{name}`"))?;
        Ok(number.trim().parse()?)
    };
    Ok((read(SOON)?, read(ALL)?))
}
