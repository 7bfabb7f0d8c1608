use toolwright::prelude::*;

struct Handle;

/// A file.
#[resource("file://one")]
async fn one() -> Handle {
    Handle
}

fn main() {}
