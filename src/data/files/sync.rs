//! Making sure that files are on the disk.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// How many files are waited for at once. Disks that take milliseconds for one take hardly more for many.
const TOGETHER: usize = 16;

/// Waits until a file, or what a folder lists, is on the disk.
pub(in crate::data) fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Waits until a folder with all that is in it is on the disk.
pub(in crate::data) fn sync_tree(folder: &Path) -> io::Result<()> {
    let mut paths = Vec::new();
    collect(folder, &mut paths)?;
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            sync(path)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..TOGETHER).map(|_| scope.spawn(work)).collect();
        let ends = threads.into_iter().map(|thread| {
            let end = thread.join();
            end.unwrap_or_else(|_| Err(io::Error::other("a thread has panicked")))
        });
        // All of them are waited for, whichever fails.
        ends.fold(Ok(()), io::Result::and)
    })
}

/// Finds files and folders. Links are part of the folder that lists them.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), paths)?;
        } else if kind.is_file() {
            paths.push(entry.path());
        }
    }
    paths.push(folder.to_owned());
    Ok(())
}
