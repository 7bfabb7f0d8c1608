//! Finding programs on a search path.

use std::{
    env,
    ffi::OsStr,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

/// Returns the first executable file called `name` in the folders of `search`, which has the form
/// of the variable `PATH`. Relative folders are skipped.
pub fn find_program(name: &str, search: &OsStr) -> Option<PathBuf> {
    env::split_paths(search)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_an_executable_file_in_a_folder_of_the_path() {
        let find = |name, search: &str| find_program(name, search.as_ref());
        assert_eq!(find("sh", "/nowhere:.:/bin"), Some("/bin/sh".into()));
        assert_eq!(find("passwd", "/etc"), None);
        assert_eq!(find("etc", "/"), None);
        assert_eq!(find("sh", ""), None);
    }
}
