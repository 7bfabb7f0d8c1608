use toolwright::prelude::*;

struct Handle;

/// Open a file.
#[tool]
async fn open() -> Handle {
    Handle
}

fn main() {}
