//! A folder that is changed while it is read, and archives that unpack to too much.

use std::{
    fs,
    io::{Cursor, Write as _},
    os::unix::fs::symlink,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::super::{archive::check, error::DocumentError, selection::DocumentLimits};
use crate::documents::folder::Folder;

/// A folder with `real/file`, and another one beside it that must not be read.
struct Fixture(PathBuf);

impl Fixture {
    fn new() -> Self {
        let name = format!("toolwright-swap-{}", std::process::id());
        let fixture = Self(std::env::temp_dir().join(name));
        for (folder, content) in [("inside", "inside"), ("outside", "secret")] {
            fs::create_dir_all(fixture.0.join(folder).join("real")).unwrap();
            fs::write(fixture.0.join(folder).join("real/file"), content).unwrap();
        }
        fixture
    }

    /// Replaces `real` by a link to the other folder, and puts `real` back.
    fn swap(&self) {
        let inside = self.0.join("inside");
        let [real, kept, link] = ["real", "kept", "link"].map(|name| inside.join(name));
        symlink(self.0.join("outside/real"), &link).unwrap();
        fs::rename(&real, &kept).unwrap();
        fs::rename(&link, &real).unwrap();
        fs::remove_file(&real).unwrap();
        fs::rename(&kept, &real).unwrap();
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

#[test]
fn a_link_that_is_swapped_in_while_reading_is_not_followed() {
    let fixture = Fixture::new();
    let folder = Folder::open(&fixture.0.join("inside")).unwrap();
    let is_over = AtomicBool::new(false);
    let mut read = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                fixture.swap();
            }
        });
        for _ in 0..3_000 {
            if let Ok(bytes) = folder.read("real/file", 100) {
                assert_eq!(bytes, b"inside");
                read += 1;
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(read > 0);
}

fn archive(entries: &[(&str, usize)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, size) in entries {
        writer.start_file(*name, packed).unwrap();
        writer.write_all(&vec![0; *size]).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn limits(max_unpacked: u64) -> DocumentLimits {
    DocumentLimits {
        max_unpacked,
        max_entries: 3,
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
