//! The data folder: is it writable?

use std::{fs, path::Path};

use super::report::Check;
use crate::admin::texts::health as texts;

/// Checks that files can be created in the data folder.
pub(super) fn check(folder: &Path) -> Check {
    let check = Check::ok("data folder", folder.display().to_string());
    let probe = folder.join(format!(".doctor-{}", std::process::id()));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&probe, "x"));
    let _ = fs::remove_file(probe);
    match written {
        Ok(()) => check,
        Err(error) => check.broken(texts::folder_not_writable(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::report::CheckHealth, *};

    #[test]
    fn a_folder_that_is_not_writable_is_broken() {
        let file = std::env::temp_dir().join(format!("toolwright-doctor-{}", std::process::id()));
        assert_eq!(check(&file).health, CheckHealth::Ok);
        fs::remove_dir(&file).unwrap();
        fs::write(&file, "no folder").unwrap();
        assert_eq!(check(&file).health, CheckHealth::Broken);
        fs::remove_file(&file).unwrap();
    }
}
