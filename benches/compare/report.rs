//! The findings as Markdown, which reads well in a terminal too.

use std::fmt::Write as _;

use crate::{
    findings::{Findings, Measurement, Traffic},
    options::Options,
    rig::{Era, Peer, Spread, Workload},
    target::{self, Bound, Target},
};

pub(crate) fn write(machine: &str, findings: &Findings, options: &Options) -> String {
    let mut page = format!("## Compared\n\n{machine}");
    let turns = format!(
        "{} rounds, {} s a turn",
        options.rounds(),
        options.turn().as_secs()
    );
    let _ = writeln!(page, "- Command: `{}` ({turns})", options.command());
    if options.is_quick() {
        page += "\n**A quick run: the figures mean little.**\n";
    }
    page += &targets(&target::all(findings));
    page += &over_http(findings);
    page += &over_stdio(findings);
    page += &memory(findings);
    page += &starts(findings);
    page += &lists(findings);
    page
}

fn targets(targets: &[Target]) -> String {
    let rows = targets.iter().map(|target| {
        let Target {
            what, found, unit, ..
        } = target;
        let wanted = match target.bound {
            Bound::AtLeast(bound) => format!("at least {bound}{unit}"),
            Bound::AtMost(bound) => format!("at most {bound}{unit}"),
        };
        let range = format!("{:.2}–{:.2}", found.least, found.most);
        let met = if target.is_met() { "met" } else { "**missed**" };
        format!(
            "{what} | {:.2}{unit} | {range} | {wanted} | {met}",
            found.median
        )
    });
    table(
        "The figures to reach",
        "what | median | rounds | wanted | ",
        rows,
    )
}

fn over_http(findings: &Findings) -> String {
    let eras = [Era::Modern, Era::Legacy].map(|era| {
        let chosen = findings.measurements.iter().filter(
            move |found| matches!(found.traffic, Traffic::Http { era: other, .. } if other == era),
        );
        let title = match era {
            Era::Modern => format!("HTTP, {era}"),
            Era::Legacy => format!("HTTP, {era}, with sessions (the limit has none)"),
        };
        measurements(&title, "connections", findings, chosen)
    });
    eras.concat()
}

fn over_stdio(findings: &Findings) -> String {
    let chosen = findings
        .measurements
        .iter()
        .filter(|found| matches!(found.traffic, Traffic::Stdio { .. }));
    measurements("stdio, 2026-07-28", "in flight", findings, chosen)
}

fn measurements<'a>(
    title: &str,
    load: &str,
    findings: &Findings,
    chosen: impl Iterator<Item = &'a Measurement>,
) -> String {
    let mut chosen: Vec<&Measurement> = chosen.collect();
    chosen.sort_by_key(|found| {
        (
            place(found.workload),
            concurrency(found.traffic),
            found.peer as usize,
        )
    });
    let rows = chosen.into_iter().map(|found| {
        let scenario = (found.traffic, found.workload);
        let over = |peer| {
            findings.ratio(scenario, (found.peer, peer), |sample| {
                sample.calls_per_second
            })
        };
        let limit = over(Peer::AxumLimit).or_else(|| over(Peer::LineLoop));
        let shown = |ratio: Option<Spread>| {
            ratio.map_or(String::new(), |ratio| format!("{:.2}", ratio.median))
        };
        format!(
            "{} | {} | {} | {} | {} | {} | {:.1} | {} | {}",
            found.workload,
            concurrency(found.traffic),
            found.peer,
            grouped(found.median(|sample| sample.calls_per_second)),
            grouped(found.median(|sample| sample.p50)),
            grouped(found.median(|sample| sample.p99)),
            found.median(|sample| sample.processor),
            shown(limit),
            shown(over(Peer::BareRmcp)),
        )
    });
    let head = format!(
        "call | {load} | server | calls/s | p50 µs | p99 µs | processor µs | ÷ limit | ÷ rmcp"
    );
    table(title, &head, rows)
}

fn place(workload: Workload) -> Option<usize> {
    Workload::ALL.iter().position(|other| *other == workload)
}

const fn concurrency(traffic: Traffic) -> usize {
    match traffic {
        Traffic::Http { connections, .. } => connections,
        Traffic::Stdio { in_flight } => in_flight,
    }
}

fn memory(findings: &Findings) -> String {
    let mut footprints: Vec<_> = findings.footprints.iter().collect();
    footprints.sort_by_key(|found| (found.transport, found.peer as usize));
    let rows = footprints.into_iter().map(|found| {
        let [started, loaded, idle] = [found.started, found.loaded, found.idle].map(mebibytes);
        format!(
            "{} | {} | {started} | {loaded} | {idle}",
            found.peer, found.transport
        )
    });
    let footprints = table(
        "Resident memory around the loads above, MiB",
        "server | transport | first answer | after the load | after idling",
        rows,
    );
    let rows = findings.growths.iter().map(|found| {
        let [before, after, idle] = [found.before, found.after, found.idle].map(mebibytes);
        format!(
            "{} | {} | {before} | {after} | {idle} | {} KiB",
            found.peer,
            grouped(found.calls as f64),
            found.grown()
        )
    });
    let growths = table(
        "Resident memory around many modern calls on 32 connections, MiB",
        "server | calls | warm | after | after idling | idling − warm",
        rows,
    );
    let rows = findings.sessions.iter().map(|found| {
        let [before, after] = [found.before, found.after].map(mebibytes);
        format!(
            "{} | {} | {before} | {after} | {:.1} KiB",
            found.peer,
            found.count,
            found.each()
        )
    });
    let sessions = table(
        "Idle legacy sessions: a handshake, one call, and silence; MiB",
        "server | sessions | before | after | each",
        rows,
    );
    [footprints, growths, sessions].concat()
}

fn starts(findings: &Findings) -> String {
    let rows = findings.starts.iter().map(|start| {
        let (time, resident) = (start.first_answer, start.resident.median / 1024.0);
        let range = format!("{:.1}–{:.1}", time.least, time.most);
        format!(
            "{} | {} | {:.1} | {range} | {resident:.1}",
            start.server, start.transport, time.median
        )
    });
    table(
        "From the start of the process to its first answer",
        "server | transport | median ms | range ms | resident MiB",
        rows,
    )
}

fn lists(findings: &Findings) -> String {
    let rows = findings.lists.iter().map(|list| {
        let calls = Spread::of(list.samples.iter().map(|sample| sample.calls_per_second));
        let calls = calls.map_or(f64::NAN, |calls| calls.median);
        let rate = calls * list.answer as f64 / 1e6;
        format!(
            "{} | {} | {} | {rate:.0}",
            list.tools,
            grouped(list.answer as f64),
            grouped(calls)
        )
    });
    table(
        "`tools/list` of Toolwright over HTTP, 2026-07-28, 8 connections",
        "tools | bytes | calls/s | MB/s",
        rows,
    )
}

fn table(title: &str, head: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.map(|row| format!("| {row} |\n")).collect();
    if rows.is_empty() {
        return String::new();
    }
    let rule = head.split('|').map(|_| "---").collect::<Vec<_>>().join("|");
    format!("\n### {title}\n\n| {head} |\n|{rule}|\n{rows}")
}

fn mebibytes(kibibytes: u64) -> String {
    format!("{:.1}", kibibytes as f64 / 1024.0)
}

/// A whole number with its thousands apart.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
