//! Archives that unpack to too much.

use std::io::{Cursor, Write as _};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::documents::{archive::check, error::DocumentError, job::DocumentLimits};

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
fn the_unpacked_size_of_all_entries_counts() {
    let bytes = archive(&[("a", 600), ("b", 400)]);
    assert_eq!(check(&bytes, &limits(1_000)), Ok(()));
    let refused = DocumentError::TooLarge("it unpacks to more than 999 bytes".into());
    assert_eq!(check(&bytes, &limits(999)), Err(refused));
}

#[test]
fn the_number_of_entries_is_limited() {
    let bytes = archive(&[("a", 1), ("b", 1), ("c", 1), ("d", 1)]);
    let refused = "it is an archive of 4 files (limit: 3)";
    assert_eq!(
        check(&bytes, &limits(1_000)),
        Err(DocumentError::TooLarge(refused.into()))
    );
}

#[test]
fn an_archive_may_not_unpack_to_far_more_than_its_size() {
    let bytes = archive(&[("a", 33 << 20)]);
    assert!(bytes.len() < 40_000, "{}", bytes.len());
    let refused = "it unpacks to more than 33554432 bytes";
    assert_eq!(
        check(&bytes, &limits(u64::MAX / 2)),
        Err(DocumentError::TooLarge(refused.into()))
    );
}
