//! Programs: this one, one on a search path, and becoming another one.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    io::{self, Write as _},
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::Command,
};

use super::role;

/// Returns a path by which this very program can be started again.
///
/// On Linux that works also after another version was installed in its place, and for accounts that
/// cannot enter its folder.
pub fn this_program() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return running;
    }
    env::current_exe().unwrap_or_else(|_| "toolwright".into())
}

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

/// Becomes the program that the first word names. The other words are its arguments.
pub(super) fn become_program(words: &[OsString]) -> ! {
    let Some((program, arguments)) = words.split_first() else {
        role::fail();
    };
    let error = Command::new(program).args(arguments).exec();
    let name = program.display();
    let _ = writeln!(io::stderr(), "`{name}` cannot be started: {error}");
    role::not_executed()
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
