use toolwright::prelude::*;

struct Trouble;

/// Fail.
#[tool]
async fn fail() -> Result<String, Trouble> {
    Err(Trouble)
}

fn main() {}
