//! [`SystemFolder`]: a standard folder of the operating system, as that for settings.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

/// A standard folder for one purpose: the environment variable that names it, and its default path
/// within the home folder.
#[derive(Debug, Clone, Copy)]
pub struct SystemFolder {
    /// On Windows.
    pub windows: (&'static str, &'static str),
    /// By the XDG specification.
    pub xdg: (&'static str, &'static str),
}

/// Returns the home folder of the user.
pub fn home() -> Option<PathBuf> {
    env::home_dir().filter(|home| !home.as_os_str().is_empty())
}

impl SystemFolder {
    /// The folder for settings.
    pub const SETTINGS: Self = Self {
        windows: ("APPDATA", "AppData/Roaming"),
        xdg: ("XDG_CONFIG_HOME", ".config"),
    };

    /// Returns the folder on `system`, or `None` if it is not set and there is no home folder.
    pub fn find(
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
        // The XDG specification ignores relative paths.
        let named = variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute() || system == "windows");
        named.or_else(|| in_home(folder))
    }
}
