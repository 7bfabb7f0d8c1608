//! Removing folders that foreign programs have filled: deeper than a path can be long, without
//! permissions, with thousands of files.
//!
//! By hand, since `fs::remove_dir_all` fails on folders without permissions and keeps one open
//! folder for each level.

use std::{
    fs::{self, DirEntry, Permissions},
    io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// How often a folder that was filled again is emptied, and the pause before.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// Removes a folder with everything in it. A folder that does not exist is no error.
///
/// Inner folders are moved beside it first, so that neither paths nor the number of open folders
/// grow.
pub fn remove(folder: &Path) -> io::Result<()> {
    let (mut moved, mut tries) = (0_u64, TRIES);
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let entries = match allow_all(&next).and_then(|()| fs::read_dir(&next)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            moved += 1;
            match take_out(&entry?, folder, moved) {
                Ok(left) => folders.extend(left),
                // Another process removes it too.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        match ignore_missing(fs::remove_dir(&next)) {
            // A process that is being killed may still write.
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty && tries > 0 => {
                tries -= 1;
                thread::sleep(PAUSE);
                folders.push(next);
            }
            removed => removed?,
        }
    }
    Ok(())
}

/// Removes a folder as [`remove`] does, without waiting for it. A failure is logged.
pub fn remove_in_background(folder: PathBuf) {
    let work = move || {
        if let Err(error) = remove(&folder) {
            tracing::warn!("`{}` cannot be removed: {error}", folder.display());
        }
    };
    match tokio::runtime::Handle::try_current() {
        Ok(runtime) => drop(runtime.spawn_blocking(work)),
        Err(_) => work(),
    }
}

/// Removes a file, or moves a folder out and returns its new path.
fn take_out(entry: &DirEntry, folder: &Path, number: u64) -> io::Result<Option<PathBuf>> {
    if entry.file_type()?.is_dir() {
        return move_out(entry, folder, number).map(Some);
    }
    fs::remove_file(entry.path()).map(|()| None)
}

fn move_out(entry: &DirEntry, folder: &Path, number: u64) -> io::Result<PathBuf> {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{number}"));
    let place = folder.with_file_name(name);
    allow_all(&entry.path())?;
    fs::rename(entry.path(), &place)?;
    Ok(place)
}

/// Gives this user all permissions of a folder.
fn allow_all(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

fn ignore_missing(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use std::{env, os::unix::fs::symlink};

    use super::*;

    /// Creates a folder for one test.
    fn place(name: &str) -> PathBuf {
        let name = format!("toolwright-removal-{name}-{}", std::process::id());
        let place = env::temp_dir().join(name);
        fs::create_dir_all(&place).unwrap();
        place
    }

    #[test]
    fn a_folder_is_removed_however_deep_it_is() {
        let place = place("deep");
        // Deeper than a path can be long, so each folder is moved into the next.
        let mut inner = place.join("0");
        fs::create_dir(&inner).unwrap();
        for number in 1..800 {
            let outer = place.join(number.to_string());
            fs::create_dir(&outer).unwrap();
            fs::write(outer.join("file"), "x").unwrap();
            fs::rename(&inner, outer.join("inner")).unwrap();
            inner = outer;
        }
        remove(&inner).unwrap();
        assert_eq!(fs::read_dir(&place).unwrap().count(), 0);
        remove(&place).unwrap();
        assert!(!place.exists());
        remove(&place).unwrap();
    }

    #[test]
    fn links_are_removed_and_their_targets_stay() {
        let (place, other) = (place("links"), place("other"));
        fs::write(other.join("file"), "x").unwrap();
        symlink(&other, place.join("folder")).unwrap();
        symlink(other.join("file"), place.join("file")).unwrap();
        let locked = place.join("locked");
        fs::create_dir(&locked).unwrap();
        fs::write(locked.join("file"), "x").unwrap();
        fs::set_permissions(&locked, Permissions::from_mode(0o000)).unwrap();
        remove(&place).unwrap();
        assert!(!place.exists());
        assert_eq!(fs::read_to_string(other.join("file")).unwrap(), "x");
        remove(&other).unwrap();
    }
}
