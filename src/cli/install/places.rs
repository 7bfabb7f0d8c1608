//! [`Places`]: the folders that programs keep their settings in.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

/// The folders that programs keep their settings in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// The person's own folder.
    pub(super) home: PathBuf,
    /// The folder that the system gives to settings.
    pub(super) settings: PathBuf,
}

impl Places {
    /// Those of this system and this person.
    pub(super) fn here() -> Result<Self, String> {
        let home = env::home_dir().filter(|home| !home.as_os_str().is_empty());
        let home = home.ok_or("there is no home folder: set `HOME`")?;
        Ok(Self::of(home, env::consts::OS, |name| env::var_os(name)))
    }

    fn of(home: PathBuf, system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        // As the XDG specification says, a path that is not absolute counts as none.
        let named = |name| {
            variable(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute() || system == "windows")
        };
        let in_home = |folder: &str| home.join(Path::new(folder));
        let settings = match system {
            "macos" => in_home("Library/Application Support"),
            "windows" => named("APPDATA").unwrap_or_else(|| in_home("AppData/Roaming")),
            _ => named("XDG_CONFIG_HOME").unwrap_or_else(|| in_home(".config")),
        };
        Self { home, settings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(system: &str, variables: &[(&str, &str)]) -> PathBuf {
        let variable = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        };
        Places::of("/home/me".into(), system, variable).settings
    }

    #[test]
    fn each_system_has_its_folder() {
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
    fn a_relative_folder_is_not_taken() {
        let named = [("XDG_CONFIG_HOME", "settings")];
        assert_eq!(settings("linux", &named), Path::new("/home/me/.config"));
    }
}
