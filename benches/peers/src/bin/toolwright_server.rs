//! Toolwright with the three tools.

use toolwright::prelude::*;
use toolwright_bench_peers::table::Table;

/// Add two numbers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Measure a text.
#[tool]
async fn measure(text: String) -> usize {
    text.len()
}

/// Make rows.
#[tool]
async fn rows(n: usize) -> Table {
    Table::of(n)
}

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    Server::new("bench")
        .tools(tools![add, measure, rows])
        .run()
        .await
}
