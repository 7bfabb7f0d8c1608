//! Toolwright with the three tools, governed: a policy, limits, and every call logged into the
//! folder `BENCH_LOG`.

use std::{num::NonZeroU32, path::PathBuf, sync::Arc};

use toolwright::{
    govern::{Governance, NamePattern, Policy},
    log::{ExecutionLog, LogOptions, Redactor},
    prelude::*,
    tool::RateLimit,
};
use toolwright_bench_peers::table::Table;

/// Add two numbers.
#[tool(parallel, read_only)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Measure a text.
#[tool(parallel, read_only)]
async fn measure(text: String) -> usize {
    text.len()
}

/// Make rows.
#[tool(parallel, read_only)]
async fn rows(n: usize) -> Table {
    Table::of(n)
}

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    let folder = std::env::var_os("BENCH_LOG").map_or_else(
        || std::env::temp_dir().join("toolwright-bench"),
        PathBuf::from,
    );
    let log = ExecutionLog::open(LogOptions::new(folder)).map_err(std::io::Error::other)?;
    let often = NonZeroU32::new(u32::MAX);
    let governance = Governance::new()
        .rate_limit(RateLimit {
            per_minute: often,
            per_hour: often,
            concurrent: NonZeroU32::new(100_000),
        })
        .log(Arc::new(log), Redactor::default());
    let names = ["add", "meas*", "rows"].map(NamePattern::new);
    Server::new("bench")
        .tools(tools![add, measure, rows])
        .policy(Policy::only(names))
        .govern(governance)
        .run()
        .await
}
