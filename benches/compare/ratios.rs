//! The ratios to reach: Toolwright to its peers, in calls a second or in latency.

use crate::{
    calls::{Calls, Sample, Traffic},
    rig::{
        Era, Figure, Peer,
        Peer::{
            AxumLimit, BareRmcp, Before, FastMcp, Governed, GovernedBefore, LineLoop, Toolwright,
        },
        Wanted,
        Wanted::{AtLeast, AtMost},
        Workload,
    },
};

type Scenario = (Traffic, Workload);

const MODERN: Scenario = http(Era::Modern, 32, Workload::Small);
const LEGACY: Scenario = http(Era::Legacy, 32, Workload::Small);
const LARGE: Scenario = http(Era::Modern, 8, Workload::Argument);
const ROWS: Scenario = http(Era::Modern, 8, Workload::Rows);
const ONE: Scenario = (Traffic::Stdio { in_flight: 1 }, Workload::Small);
const MANY: Scenario = (Traffic::Stdio { in_flight: 64 }, Workload::Small);

const fn http(era: Era, connections: usize, workload: Workload) -> Scenario {
    (Traffic::Http { era, connections }, workload)
}

/// What it is, the scenario, the two peers, and what is wanted. On [`ONE`] it is the ratio of the
/// latencies, else that of the calls a second.
const RATIOS: [(&str, Scenario, (Peer, Peer), Wanted); 20] = [
    (
        "HTTP small call, 32 connections, 2026-07-28: Toolwright ÷ axum limit",
        MODERN,
        (Toolwright, AxumLimit),
        AtLeast(0.90),
    ),
    (
        "the same: Toolwright ÷ bare rmcp",
        MODERN,
        (Toolwright, BareRmcp),
        AtLeast(2.5),
    ),
    (
        "the same, governed ÷ not governed",
        MODERN,
        (Governed, Toolwright),
        AtLeast(0.80),
    ),
    (
        "the same, governed ÷ axum limit",
        MODERN,
        (Governed, AxumLimit),
        AtLeast(0.72),
    ),
    (
        "HTTP small call, 32 connections, legacy sessions: Toolwright ÷ bare rmcp",
        LEGACY,
        (Toolwright, BareRmcp),
        AtLeast(0.95),
    ),
    (
        "64 KiB argument, 8 connections, 2026-07-28: Toolwright ÷ axum limit",
        LARGE,
        (Toolwright, AxumLimit),
        AtLeast(0.75),
    ),
    (
        "stdio one at a time, p50: Toolwright ÷ line loop",
        ONE,
        (Toolwright, LineLoop),
        AtMost(1.6),
    ),
    (
        "stdio 64 in flight: Toolwright ÷ bare rmcp",
        MANY,
        (Toolwright, BareRmcp),
        AtLeast(1.8),
    ),
    (
        "÷ FastMCP: HTTP small call, 32 connections, 2026-07-28",
        MODERN,
        (Toolwright, FastMcp),
        AtLeast(20.0),
    ),
    (
        "÷ FastMCP: HTTP small call, 32 connections, legacy sessions",
        LEGACY,
        (Toolwright, FastMcp),
        AtLeast(20.0),
    ),
    (
        "÷ FastMCP: 64 KiB argument, 8 connections, 2026-07-28",
        LARGE,
        (Toolwright, FastMcp),
        AtLeast(20.0),
    ),
    (
        "÷ FastMCP: stdio one at a time, p50 (FastMCP ÷ Toolwright)",
        ONE,
        (FastMcp, Toolwright),
        AtLeast(20.0),
    ),
    (
        "÷ FastMCP: stdio 64 in flight",
        MANY,
        (Toolwright, FastMcp),
        AtLeast(20.0),
    ),
    (
        "÷ an earlier commit: HTTP small call, 32 connections, 2026-07-28",
        MODERN,
        (Toolwright, Before),
        AtLeast(0.95),
    ),
    (
        "the same, governed",
        MODERN,
        (Governed, GovernedBefore),
        AtLeast(0.95),
    ),
    (
        "÷ an earlier commit: HTTP small call, 32 connections, legacy sessions",
        LEGACY,
        (Toolwright, Before),
        AtLeast(0.95),
    ),
    (
        "÷ an earlier commit: 64 KiB argument, 8 connections, 2026-07-28",
        LARGE,
        (Toolwright, Before),
        AtLeast(0.95),
    ),
    (
        "÷ an earlier commit: 1,000 rows, 8 connections, 2026-07-28",
        ROWS,
        (Toolwright, Before),
        AtLeast(0.95),
    ),
    (
        "÷ an earlier commit: stdio one at a time, p50",
        ONE,
        (Toolwright, Before),
        AtMost(1.05),
    ),
    (
        "÷ an earlier commit: stdio 64 in flight",
        MANY,
        (Toolwright, Before),
        AtLeast(0.95),
    ),
];

/// The figures that this run can tell.
pub(crate) fn figures(calls: &Calls) -> Vec<Figure> {
    let ratios = RATIOS.iter().filter_map(|(what, scenario, peers, wanted)| {
        let figure = |sample: &Sample| match *scenario == ONE {
            true => sample.p50,
            false => sample.calls_per_second,
        };
        let rounds = calls.ratios(*scenario, *peers, figure)?;
        Some(Figure::of(*what, rounds, "", *wanted))
    });
    let what =
        "governed small call, 8 connections: share whose tool starts within 100 µs of the request";
    let prompt = calls.prompt_starts;
    let prompt = prompt.map(|share| Figure::of(what, [share], "", AtLeast(0.99)));
    ratios.chain(prompt).collect()
}
