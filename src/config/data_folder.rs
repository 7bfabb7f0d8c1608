//! The data folder, unless a setting names another.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use toolwright::cli::system_folder::{SystemFolder, home};

const DATA: SystemFolder = SystemFolder {
    windows: ("LOCALAPPDATA", "AppData/Local"),
    xdg: ("XDG_DATA_HOME", ".local/share"),
};

/// Returns the data folder of the current user on this system, or a folder in the working folder
/// if the user has no home.
pub(super) fn default_folder() -> PathBuf {
    folder_of(home().as_deref(), env::consts::OS, |name| env::var_os(name))
}

fn folder_of(
    home: Option<&Path>,
    system: &str,
    variable: impl Fn(&str) -> Option<OsString>,
) -> PathBuf {
    match DATA.find(home, system, variable) {
        Some(folder) => folder.join("toolwright"),
        None => ".toolwright".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_own_data_folder() {
        let home = Some(Path::new("/home/me"));
        let none = |_: &str| None;
        let linux = Path::new("/home/me/.local/share/toolwright");
        assert_eq!(folder_of(home, "linux", none), linux);
        let named = |name: &str| (name == "XDG_DATA_HOME").then(|| OsString::from("/data"));
        assert_eq!(
            folder_of(home, "linux", named),
            Path::new("/data/toolwright")
        );
        let mac = Path::new("/home/me/Library/Application Support/toolwright");
        assert_eq!(folder_of(home, "macos", none), mac);
        assert_eq!(folder_of(None, "linux", none), Path::new(".toolwright"));
    }
}
