//! The simple query protocol, which runs several statements at once, is not used.

use std::{fs, path::Path};

/// Collects all files below the folder except for the tests.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn the_simple_query_protocol_is_not_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/data/postgres");
    let mut found = Vec::new();
    sources(&folder, &mut found);
    assert!(found.len() > 20);
    for text in found {
        // The functions of the libraries, and the tag of the message.
        for sign in [
            "frontend::query",
            "frontend::*",
            "b'Q'",
            "simple_query",
            "batch_execute",
        ] {
            assert!(!text.contains(sign), "{sign} in {text}");
        }
    }
}
