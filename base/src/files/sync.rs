//! Waiting until files and whole folders are on the disk.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Waits until a file, or the list of a folder's entries, is on the disk.
pub fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Waits until the name of a file is on the disk, which is in the folder that lists it.
///
/// Systems other than Unix cannot open folders, and sync names by themselves.
pub fn sync_parent(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => sync(folder),
        _ => Ok(()),
    }
}

/// How many files are synced at once. A disk that takes milliseconds for one file takes hardly more
/// for many.
const CONCURRENCY: usize = 16;

/// Waits until a folder with everything in it is on the disk.
pub fn sync_tree(folder: &Path) -> io::Result<()> {
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
        let threads: Vec<_> = (0..CONCURRENCY).map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| {
            let result = thread.join();
            result.unwrap_or_else(|_| Err(io::Error::other("a thread panicked")))
        });
        // All threads are joined, whichever fails.
        results.fold(Ok(()), io::Result::and)
    })
}

/// Collects files and folders. Links are part of the folder that lists them.
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
