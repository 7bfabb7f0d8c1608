use toolwright::prelude::*;

/// Write something.
#[prompt]
async fn write() -> i64 {
    3
}

fn main() {}
