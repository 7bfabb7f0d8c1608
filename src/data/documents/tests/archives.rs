//! Archives that unpack to more than they should.

use std::io::{Cursor, Write as _};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::data::documents::{archive::check, error::DocumentError, job::DocumentLimits};

fn archive(entries: &[(&str, usize)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, size) in entries {
        writer.start_file(*name, packed).unwrap();
        writer.write_all(&vec![0; *size]).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn limits(most_unpacked: u64) -> DocumentLimits {
    DocumentLimits {
        most_unpacked,
        most_entries: 3,
        ..DocumentLimits::default()
    }
}

#[test]
fn all_entries_together_count() {
    let bytes = archive(&[("a", 600), ("b", 400)]);
    assert_eq!(check(&bytes, &limits(1_000)), Ok(()));
    let refused = DocumentError::TooLarge("it unpacks to more than 999 bytes".into());
    assert_eq!(check(&bytes, &limits(999)), Err(refused));
}

#[test]
fn entries_are_counted() {
    let bytes = archive(&[("a", 1), ("b", 1), ("c", 1), ("d", 1)]);
    let refused = "it is an archive of 4 files, and 3 are the most";
    assert_eq!(
        check(&bytes, &limits(1_000)),
        Err(DocumentError::TooLarge(refused.into()))
    );
}

#[test]
fn a_large_archive_may_not_unpack_to_far_more_than_it_is() {
    let bytes = archive(&[("a", 33 << 20)]);
    assert!(bytes.len() < 40_000, "{}", bytes.len());
    let refused = "it unpacks to more than 33554432 bytes";
    assert_eq!(
        check(&bytes, &limits(u64::MAX / 2)),
        Err(DocumentError::TooLarge(refused.into()))
    );
}
