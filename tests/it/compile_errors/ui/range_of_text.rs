use toolwright::prelude::*;

/// Take a word.
#[tool]
async fn take(#[range(1..=3)] word: String) -> String {
    word
}

fn main() {}
