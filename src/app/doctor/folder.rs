//! The data folder: can it be written?

use std::{fs, path::Path};

use super::report::Check;

/// Looks at the folder of everything that is kept.
pub(super) fn check(folder: &Path) -> Check {
    let check = Check::ok("data folder", folder.display().to_string());
    let probe = folder.join(format!(".doctor-{}", std::process::id()));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&probe, "x"));
    let _ = fs::remove_file(probe);
    match written {
        Ok(()) => check,
        Err(error) => check.broken(format!(
            "it cannot be written ({error}): give it to the server's user, or name another one in `TOOLWRIGHT_DATA_DIR`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::report::Health, *};

    #[test]
    fn a_folder_that_cannot_be_written_is_told() {
        let file = std::env::temp_dir().join(format!("toolwright-doctor-{}", std::process::id()));
        assert_eq!(check(&file).health, Health::Ok);
        fs::remove_dir(&file).unwrap();
        fs::write(&file, "no folder").unwrap();
        assert_eq!(check(&file).health, Health::Broken);
        fs::remove_file(&file).unwrap();
    }
}
