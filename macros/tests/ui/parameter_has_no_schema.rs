use toolwright::prelude::*;

#[derive(serde::Deserialize)]
struct Point {
    x: i64,
}

/// Look at a point.
#[tool]
async fn look(point: Point) -> i64 {
    point.x
}

fn main() {}
