use toolwright::prelude::*;

/// Take a number.
#[tool]
async fn take(#[length(1..=3)] number: i64) -> i64 {
    number
}

fn main() {}
