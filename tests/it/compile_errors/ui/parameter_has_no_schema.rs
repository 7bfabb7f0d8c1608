use toolwright::prelude::*;

#[derive(toolwright::__private::serde::Deserialize)]
#[serde(crate = "toolwright::__private::serde")]
struct Point {
    x: i64,
}

/// Look at a point.
#[tool]
async fn look(point: Point) -> i64 {
    point.x
}

fn main() {}
