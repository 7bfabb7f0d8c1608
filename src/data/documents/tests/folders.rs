//! A folder that somebody changes while it is read.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::symlink,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use crate::data::documents::folder::Folder;

/// A folder with `real/file` in it, and another one beside it that must not be read.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        let name = format!("toolwright-swap-{}", std::process::id());
        let place = Self(std::env::temp_dir().join(name));
        for (folder, content) in [("inside", "inside"), ("outside", "secret")] {
            fs::create_dir_all(place.0.join(folder).join("real")).unwrap();
            fs::write(place.0.join(folder).join("real/file"), content).unwrap();
        }
        place
    }

    /// Puts a link to the other folder where `real` is, and `real` back again.
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

impl Drop for Place {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

#[test]
fn a_link_that_is_swapped_in_at_the_wrong_moment_leads_nowhere() {
    let place = Place::new();
    let folder = Folder::open(&place.0.join("inside")).unwrap();
    let is_over = AtomicBool::new(false);
    let mut read = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                place.swap();
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
