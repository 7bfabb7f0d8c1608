use toolwright::prelude::*;

struct Handle(#[expect(dead_code)] std::fs::File);

/// Read a file.
#[tool]
async fn read(handle: Handle) -> String {
    drop(handle);
    String::new()
}

fn main() {}
