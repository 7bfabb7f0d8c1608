//! The README's server. `cargo run -p toolwright --example hello` serves it over stdio.

use toolwright::prelude::*;

/// Add two numbers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    Server::new("hello").tools(tools![add]).run().await
}
