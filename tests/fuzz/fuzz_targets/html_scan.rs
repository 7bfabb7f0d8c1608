//! Fuzzes the scan of web pages: the input is a page.
//!
//! No page may make it panic or take long, and what follows a page that it refuses cannot make it
//! accepted.
#![cfg_attr(fuzzing, no_main)]

mod target;

use target::fuzz_target;

/// What the file of the library needs beside it. The library itself has it in a feature with many
/// dependencies.
mod error {
    #[derive(Debug)]
    #[expect(dead_code, reason = "the reason is not read here")]
    pub(crate) enum DocumentError {
        TooLarge(String),
    }
}

#[path = "../../../engines/src/documents/html_scan.rs"]
mod html_scan;

fuzz_target!(|piece: &str| {
    // Limits are reached by repetition, and a scan that is not linear is slow.
    let page = piece.repeat(2_500);
    if html_scan::check(&page).is_err() {
        assert!(html_scan::check(&format!("{page}\n</p><p>")).is_err());
    }
});
