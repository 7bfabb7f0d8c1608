//! The measured calls as tables.

use crate::{
    calls::{Calls, Measurement, Traffic},
    rig::{Era, Peer, Workload, grouped, mebibytes, median, table},
};

/// The calls over HTTP in both eras, then those over standard input and output.
pub(crate) fn calls(calls: &Calls) -> String {
    let of_era =
        |era| move |traffic| matches!(traffic, Traffic::Http { era: other, .. } if other == era);
    let (modern, legacy) = (Era::Modern, Era::Legacy);
    [
        measurements(
            &format!("HTTP, {modern}"),
            "connections",
            calls,
            of_era(modern),
        ),
        measurements(
            &format!("HTTP, {legacy}, with sessions (the limit has none)"),
            "connections",
            calls,
            of_era(legacy),
        ),
        measurements("stdio, 2026-07-28", "in flight", calls, |traffic| {
            matches!(traffic, Traffic::Stdio { .. })
        }),
    ]
    .concat()
}

fn measurements(
    title: &str,
    load: &str,
    calls: &Calls,
    is_chosen: impl Fn(Traffic) -> bool,
) -> String {
    let chosen = calls.measurements.iter();
    let mut chosen: Vec<_> = chosen.filter(|found| is_chosen(found.traffic)).collect();
    chosen.sort_by_key(|found| {
        let workload = Workload::ALL.iter().position(|one| *one == found.workload);
        (workload, found.traffic.concurrency(), found.peer as usize)
    });
    let head = format!(
        "call | {load} | server | calls/s | p50 µs | p99 µs | processor µs | ÷ limit | ÷ rmcp"
    );
    table(
        title,
        &head,
        chosen.into_iter().map(|found| row(calls, found)),
    )
}

fn row(calls: &Calls, found: &Measurement) -> String {
    let over = |peer| {
        let scenario = (found.traffic, found.workload);
        let ratios = calls.ratios(scenario, (found.peer, peer), |sample| {
            sample.calls_per_second
        })?;
        Some(median(ratios))
    };
    let shown = |ratio: Option<f64>| ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"));
    format!(
        "{} | {} | {} | {} | {} | {} | {:.1} | {} | {}",
        found.workload,
        found.traffic.concurrency(),
        found.peer,
        grouped(found.median(|sample| sample.calls_per_second)),
        grouped(found.median(|sample| sample.p50)),
        grouped(found.median(|sample| sample.p99)),
        found.median(|sample| sample.processor),
        shown(over(Peer::AxumLimit).or_else(|| over(Peer::LineLoop))),
        shown(over(Peer::BareRmcp)),
    )
}

/// The memory of the servers around the calls.
pub(crate) fn footprints(calls: &Calls) -> String {
    let mut footprints: Vec<_> = calls.footprints.iter().collect();
    footprints.sort_by_key(|found| (found.transport, found.peer as usize));
    let rows = footprints.into_iter().map(|found| {
        let [started, loaded, idle] = found.resident.map(mebibytes);
        format!(
            "{} | {} | {started} | {loaded} | {idle}",
            found.peer, found.transport
        )
    });
    table(
        "Resident memory around the loads above, MiB",
        "server | transport | first answer | after the load | after idling",
        rows,
    )
}
