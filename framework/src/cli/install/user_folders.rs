//! [`UserFolders`]: the folders that hold the settings of programs.

use std::{env, ffi::OsString, path::PathBuf};

use crate::cli::system_folder::{SystemFolder, home};

/// The folders that hold the settings of programs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UserFolders {
    /// The home folder of the user.
    pub(super) home: PathBuf,
    /// The folder of the operating system for settings.
    pub(super) settings: PathBuf,
}

impl UserFolders {
    /// Returns the folders of the current user.
    pub(super) fn current() -> Result<Self, String> {
        let home = home().ok_or("there is no home folder: set `HOME`")?;
        Ok(Self::of(home, env::consts::OS, |name| env::var_os(name)))
    }

    fn of(home: PathBuf, system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let settings = SystemFolder::SETTINGS.find(Some(&home), system, variable);
        Self {
            settings: settings.unwrap_or_else(|| home.clone()),
            home,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn settings(system: &str, variables: &[(&str, &str)]) -> PathBuf {
        let variable = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        };
        UserFolders::of("/home/me".into(), system, variable).settings
    }

    #[test]
    fn each_system_has_its_own_folder() {
        assert_eq!(settings("linux", &[]), Path::new("/home/me/.config"));
        let named = [("XDG_CONFIG_HOME", "/etc/me"), ("APPDATA", "C:/Me")];
        assert_eq!(settings("linux", &named), Path::new("/etc/me"));
        assert_eq!(
            settings("macos", &named),
            Path::new("/home/me/Library/Application Support")
        );
        assert_eq!(settings("windows", &named), Path::new("C:/Me"));
        assert_eq!(
            settings("windows", &[]),
            Path::new("/home/me/AppData/Roaming")
        );
    }

    #[test]
    fn a_relative_folder_is_ignored() {
        let named = [("XDG_CONFIG_HOME", "settings")];
        assert_eq!(settings("linux", &named), Path::new("/home/me/.config"));
    }
}
