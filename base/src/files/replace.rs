//! Replacing a file in one step.

use std::{fs, io, io::Write as _, path::Path};

use super::{private::private_options, sync::sync_parent};

/// Puts a private file with `bytes` in the place of what is at `path`. It is on the disk when this
/// returns.
///
/// Readers see the old file or the new one, whole, also after a crash. The new one is first written
/// beside it, with the extension `new`, so only one process may replace a file at a time.
///
/// # Errors
/// If it cannot be written. Then the old file is as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("new");
    let replaced = write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if let Err(error) = replaced {
        // It is of no use, and there is nothing more to do if it cannot be removed either.
        let _ = fs::remove_file(&draft);
        return Err(error);
    }
    sync_parent(path)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = private_options();
    // A draft of a process that was killed is overwritten.
    let mut file = options.write(true).create(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::{env, os::unix::fs::PermissionsExt as _};

    use super::*;
    use crate::token;

    #[test]
    fn a_file_is_replaced_and_a_failure_leaves_the_old_one() {
        let folder = env::temp_dir().join(format!("toolwright-replace-{}", token::random()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("file.json");
        fs::write(path.with_extension("new"), "a longer draft that was left").unwrap();
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        fs::create_dir(path.with_extension("new")).unwrap();
        replace(&path, b"three").unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let other = folder.join("other");
        replace(&other, b"x").unwrap();
        let mode = fs::metadata(&other).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_dir_all(folder).unwrap();
    }
}
