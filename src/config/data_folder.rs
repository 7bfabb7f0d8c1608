//! Where things are kept, unless a setting says otherwise.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use crate::cli::system_folder::{SystemFolder, home};

const DATA: SystemFolder = SystemFolder {
    windows: ("LOCALAPPDATA", "AppData/Local"),
    xdg: ("XDG_DATA_HOME", ".local/share"),
};

/// The folder on this system, of this person; without a person, one in the working folder.
pub(super) fn here() -> PathBuf {
    of(home().as_deref(), env::consts::OS, |name| env::var_os(name))
}

fn of(home: Option<&Path>, system: &str, variable: impl Fn(&str) -> Option<OsString>) -> PathBuf {
    match DATA.find(home, system, variable) {
        Some(folder) => folder.join("toolwright"),
        None => ".toolwright".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_folder() {
        let home = Some(Path::new("/home/me"));
        let none = |_: &str| None;
        let linux = Path::new("/home/me/.local/share/toolwright");
        assert_eq!(of(home, "linux", none), linux);
        let named = |name: &str| (name == "XDG_DATA_HOME").then(|| OsString::from("/data"));
        assert_eq!(of(home, "linux", named), Path::new("/data/toolwright"));
        let mac = Path::new("/home/me/Library/Application Support/toolwright");
        assert_eq!(of(home, "macos", none), mac);
        assert_eq!(of(None, "linux", none), Path::new(".toolwright"));
    }
}
