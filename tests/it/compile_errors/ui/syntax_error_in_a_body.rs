use toolwright::prelude::*;

/// Add two numbers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    let sum = a + ;
    sum
}

fn main() {
    let _: Server = Server::new("x").tools(tools![add]);
}
