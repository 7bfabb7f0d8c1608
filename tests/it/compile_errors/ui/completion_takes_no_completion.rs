use toolwright::prelude::*;

async fn names(typed: String) -> Vec<String> {
    vec![typed]
}

/// Greet somebody.
#[prompt]
async fn greet(#[complete(names)] name: String) -> String {
    name
}

fn main() {}
