//! Removing folders that anybody may have filled: deeper than a path can name, without permissions, with thousands of files.

use std::{
    fs::{self, DirEntry, Permissions},
    io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// How often a folder that fills up again is emptied again, and after how long.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// Removes a folder with all that is in it. One that is not there is removed.
///
/// Folders inside of it are moved beside it first, so that neither the length of paths nor the number of open folders grows.
pub(in crate::data) fn remove(folder: &Path) -> io::Result<()> {
    let (mut moved, mut tries) = (0_u64, TRIES);
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        let entries = match unlock(&next).and_then(|()| fs::read_dir(&next)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            moved += 1;
            match empty_out(&entry?, folder, moved) {
                Ok(left) => waiting.extend(left),
                // Somebody else removes it too.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        match gone(fs::remove_dir(&next)) {
            // Somebody who dies writes on for a moment.
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty && tries > 0 => {
                tries -= 1;
                thread::sleep(PAUSE);
                waiting.push(next);
            }
            removed => removed?,
        }
    }
    Ok(())
}

/// [`remove`], without waiting for it. A failure goes to the log.
pub(in crate::data) fn remove_in_background(folder: PathBuf) {
    let work = move || {
        if let Err(error) = remove(&folder) {
            tracing::warn!("`{}` is not removed: {error}", folder.display());
        }
    };
    match tokio::runtime::Handle::try_current() {
        Ok(runtime) => drop(runtime.spawn_blocking(work)),
        Err(_) => work(),
    }
}

/// Removes a file, or moves a folder out, which is then to be removed.
fn empty_out(entry: &DirEntry, folder: &Path, number: u64) -> io::Result<Option<PathBuf>> {
    if entry.file_type()?.is_dir() {
        return move_out(entry, folder, number).map(Some);
    }
    fs::remove_file(entry.path()).map(|()| None)
}

fn move_out(entry: &DirEntry, folder: &Path, number: u64) -> io::Result<PathBuf> {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{number}"));
    let place = folder.with_file_name(name);
    unlock(&entry.path())?;
    fs::rename(entry.path(), &place)?;
    Ok(place)
}

/// Lets this user do everything with a folder.
fn unlock(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use std::{env, os::unix::fs::symlink};

    use super::*;

    /// A folder for one test.
    fn place(name: &str) -> PathBuf {
        let name = format!("toolwright-removal-{name}-{}", std::process::id());
        let place = env::temp_dir().join(name);
        fs::create_dir_all(&place).unwrap();
        place
    }

    #[test]
    fn a_folder_is_removed_however_deep_it_is() {
        let place = place("deep");
        // Deeper than a path can be long, so each is made in the one before and moved.
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
    fn links_are_removed_and_what_they_lead_to_stays() {
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
