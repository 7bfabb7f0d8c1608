//! Fuzzes the scan of web pages: the input is a page.
//!
//! No page may make it panic or take long, and what follows a page that it refuses cannot make it
//! accepted.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The file of the library, beside what it needs: it is part of a feature with many dependencies.
mod documents {
    mod error {
        #[derive(Debug)]
        #[expect(dead_code, reason = "the reason is not read here")]
        pub(super) enum DocumentError {
            TooLarge(String),
        }
    }

    #[path = "../../../../src/data/documents/html_scan.rs"]
    mod html_scan;

    pub(super) fn is_accepted(page: &str) -> bool {
        html_scan::check(page).is_ok()
    }
}

fuzz_target!(|piece: &str| {
    // Limits are reached by repetition, and a scan that is not linear is slow.
    let page = piece.repeat(2_500);
    if !documents::is_accepted(&page) {
        assert!(!documents::is_accepted(&format!("{page}\n</p><p>")));
    }
});
