use toolwright::prelude::*;

struct Numbers;

impl Numbers {
    /// Add two numbers.
    #[tool]
    async fn add(a: i64, b: i64) -> i64 {
        a + b
    }
}

fn main() {}
