//! What the sources must not contain, since it would get around the guards.

use std::{fs, path::Path};

/// Collects all files below the folder except for the tests.
fn collect(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
}

fn assert_absent(signs: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/postgres");
    let mut found = Vec::new();
    collect(&folder, &mut found);
    assert!(found.len() > 20);
    for text in found {
        for sign in signs {
            assert!(!text.contains(sign), "{sign} in {text}");
        }
    }
}

/// The simple query protocol would run several statements at once.
#[test]
fn the_simple_query_protocol_is_not_used() {
    // The functions of the libraries, and the tag of the message.
    assert_absent(&[
        "frontend::query",
        "frontend::*",
        "b'Q'",
        "simple_query",
        "batch_execute",
    ]);
}

/// A leaked text is `'static`, and would pass for a constant that needs no check.
#[test]
fn no_text_is_leaked() {
    assert_absent(&["leak()", "::leak("]);
}
