//! Hostile documents and surroundings: damage, archives with wrong figures, workers that die,
//! folders that change while they are read.

mod damage;
mod folders;
mod workers;

use super::selection::{DocumentLimits, ParseJob, RequestedPart, Selection};

/// Returns a job for a whole document.
fn job(name: &str) -> ParseJob {
    ParseJob {
        name: Some(name.into()),
        content_type: None,
        wanted: RequestedPart {
            selection: Selection::default(),
            start: 0,
            most_chars: 1_000_000,
        },
        size: 1,
        limits: DocumentLimits::default(),
    }
}

/// The sample documents by name.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../../../tests/it/tools/files/", $name)))),*]
    };
}

const FILES: &[(&str, &[u8])] = files!(
    "korean.pdf" "owner.pdf" "report.pdf" "report.docx" "sales.xlsx" "slides.pptx" "page.html" "page-euc-kr.html" "table.csv"
    "notes.md" "plain-utf-16.txt"
);

fn file(name: &str) -> &'static [u8] {
    let found = FILES.iter().find(|(one, _)| *one == name);
    found.unwrap().1
}
