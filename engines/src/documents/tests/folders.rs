//! A folder that is changed while it is read.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::symlink,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

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
