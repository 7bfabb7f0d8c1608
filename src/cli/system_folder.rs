//! [`SystemFolder`]: a folder that a system gives to programs.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

/// A folder that a system gives to programs for one purpose: the variable that names it, and where it is in a home otherwise.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SystemFolder {
    /// On Windows.
    pub(crate) windows: (&'static str, &'static str),
    /// By the XDG specification.
    pub(crate) xdg: (&'static str, &'static str),
}

/// The person's own folder.
pub(crate) fn home() -> Option<PathBuf> {
    env::home_dir().filter(|home| !home.as_os_str().is_empty())
}

impl SystemFolder {
    /// The folder on this system; none where nothing names it and there is no home.
    pub(crate) fn find(
        self,
        home: Option<&Path>,
        system: &str,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Option<PathBuf> {
        let in_home = |folder: &str| home.map(|home| home.join(folder));
        let (name, folder) = match system {
            "macos" => return in_home("Library/Application Support"),
            "windows" => self.windows,
            _ => self.xdg,
        };
        // As the XDG specification says, a path that is not absolute counts as none.
        let named = variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute() || system == "windows");
        named.or_else(|| in_home(folder))
    }
}
