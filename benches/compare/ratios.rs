//! The figures to reach, and whether they were.

use crate::{
    findings::{Findings, Sample, Traffic},
    rig::{Era, Peer, Spread, Workload},
};

/// A figure to reach.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) what: String,
    pub(crate) found: Spread,
    pub(crate) bound: Bound,
    pub(crate) unit: &'static str,
}

/// Which side of a figure is the good one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Target {
    pub(crate) fn is_met(&self) -> bool {
        match self.bound {
            Bound::AtLeast(bound) => self.found.median >= bound,
            Bound::AtMost(bound) => self.found.median <= bound,
        }
    }
}

type Scenario = (Traffic, Workload);

const MODERN: Scenario = (
    Traffic::Http {
        era: Era::Modern,
        connections: 32,
    },
    Workload::Small,
);
const LEGACY: Scenario = (
    Traffic::Http {
        era: Era::Legacy,
        connections: 32,
    },
    Workload::Small,
);
const LARGE: Scenario = (
    Traffic::Http {
        era: Era::Modern,
        connections: 8,
    },
    Workload::Argument,
);
const ONE: Scenario = (Traffic::Stdio { in_flight: 1 }, Workload::Small);
const MANY: Scenario = (Traffic::Stdio { in_flight: 64 }, Workload::Small);

/// Those that this run can tell.
pub(crate) fn all(findings: &Findings) -> Vec<Target> {
    let mut targets = ratios(findings);
    targets.extend(against_fastmcp(findings));
    targets.extend(prompt_starts(findings));
    targets.extend(lists(findings));
    targets.extend(memory(findings));
    targets.extend(starts(findings));
    targets
}

fn ratios(findings: &Findings) -> Vec<Target> {
    use Bound::{AtLeast, AtMost};
    let calls =
        |scenario, below| findings.ratio(scenario, (Peer::Toolwright, below), calls_a_second);
    let rows = [
        (
            "HTTP small call, 32 connections, 2026-07-28: Toolwright ÷ axum limit",
            calls(MODERN, Peer::AxumLimit),
            AtLeast(0.90),
        ),
        (
            "the same: Toolwright ÷ bare rmcp",
            calls(MODERN, Peer::BareRmcp),
            AtLeast(2.5),
        ),
        (
            "the same, governed ÷ not governed",
            findings.ratio(MODERN, (Peer::Governed, Peer::Toolwright), calls_a_second),
            AtLeast(0.80),
        ),
        (
            "the same, governed ÷ axum limit",
            findings.ratio(MODERN, (Peer::Governed, Peer::AxumLimit), calls_a_second),
            AtLeast(0.72),
        ),
        (
            "HTTP small call, 32 connections, legacy sessions: Toolwright ÷ bare rmcp",
            calls(LEGACY, Peer::BareRmcp),
            AtLeast(0.95),
        ),
        (
            "64 KiB argument, 8 connections, 2026-07-28: Toolwright ÷ axum limit",
            calls(LARGE, Peer::AxumLimit),
            AtLeast(0.75),
        ),
        (
            "stdio one at a time, p50: Toolwright ÷ line loop",
            findings.ratio(ONE, (Peer::Toolwright, Peer::LineLoop), p50),
            AtMost(1.6),
        ),
        (
            "stdio 64 in flight: Toolwright ÷ bare rmcp",
            calls(MANY, Peer::BareRmcp),
            AtLeast(1.8),
        ),
    ];
    rows.into_iter()
        .filter_map(|(what, found, bound)| target(what, found, bound, ""))
        .collect()
}

fn against_fastmcp(findings: &Findings) -> Vec<Target> {
    let calls =
        |scenario| findings.ratio(scenario, (Peer::Toolwright, Peer::FastMcp), calls_a_second);
    let rows = [
        ("HTTP small call, 32 connections, 2026-07-28", calls(MODERN)),
        (
            "HTTP small call, 32 connections, legacy sessions",
            calls(LEGACY),
        ),
        ("64 KiB argument, 8 connections, 2026-07-28", calls(LARGE)),
        (
            "stdio one at a time, p50 (FastMCP ÷ Toolwright)",
            findings.ratio(ONE, (Peer::FastMcp, Peer::Toolwright), p50),
        ),
        ("stdio 64 in flight", calls(MANY)),
    ];
    let bound = Bound::AtLeast(20.0);
    rows.into_iter()
        .filter_map(|(what, found)| target(&format!("÷ FastMCP: {what}"), found, bound, ""))
        .collect()
}

fn prompt_starts(findings: &Findings) -> Option<Target> {
    let found = findings.prompt_starts.and_then(|share| Spread::of([share]));
    let what =
        "governed small call, 8 connections: share whose tool starts within 100 µs of the request";
    target(what, found, Bound::AtLeast(0.99), "")
}

fn lists(findings: &Findings) -> Option<Target> {
    let [few, many] = findings.lists.as_slice() else {
        return None;
    };
    let pairs = many.bytes_per_second().zip(few.bytes_per_second());
    let found = Spread::of(pairs.map(|(many, few)| many / few));
    let what = "`tools/list` with 1,000 tools: bytes/s ÷ the same with 10 tools";
    target(what, found, Bound::AtLeast(0.5), "")
}

fn memory(findings: &Findings) -> Vec<Target> {
    let growth = findings
        .growths
        .iter()
        .find(|growth| growth.peer == Peer::Toolwright);
    let growth = growth.and_then(|growth| {
        let what = format!("memory after {} modern calls − before", growth.calls);
        target(
            &what,
            Spread::of([growth.grown() as f64]),
            Bound::AtMost(1024.0),
            " KiB",
        )
    });
    let session = findings
        .sessions
        .iter()
        .find(|sessions| sessions.peer == Peer::Toolwright);
    let session = session.and_then(|sessions| {
        target(
            "an idle legacy session",
            Spread::of([sessions.each()]),
            Bound::AtMost(5.0),
            " KiB",
        )
    });
    growth.into_iter().chain(session).collect()
}

fn starts(findings: &Findings) -> Vec<Target> {
    let mut starts = findings.starts.iter();
    let Some(hello) =
        starts.find(|start| start.transport == "stdio" && start.server.contains("hello"))
    else {
        return Vec::new();
    };
    let resident = Spread {
        median: hello.resident.median / 1024.0,
        least: hello.resident.least / 1024.0,
        most: hello.resident.most / 1024.0,
    };
    let rows = [
        (
            "first answer of `hello` on stdio",
            hello.first_answer,
            Bound::AtMost(10.0),
            " ms",
        ),
        (
            "resident memory of `hello`",
            resident,
            Bound::AtMost(12.0),
            " MiB",
        ),
    ];
    rows.into_iter()
        .filter_map(|(what, found, bound, unit)| target(what, Some(found), bound, unit))
        .collect()
}

fn target(what: &str, found: Option<Spread>, bound: Bound, unit: &'static str) -> Option<Target> {
    let what = what.to_owned();
    found.map(|found| Target {
        what,
        found,
        bound,
        unit,
    })
}

const fn calls_a_second(sample: &Sample) -> f64 {
    sample.calls_per_second
}

const fn p50(sample: &Sample) -> f64 {
    sample.p50
}
