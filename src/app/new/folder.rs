//! Writes the files of a new project: all of them, or nothing.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use toolwright::cli::Failure;
use toolwright_base::token;

use super::template::File;

/// Checks that there is nothing in `folder`.
///
/// # Errors
/// If it is a file, or a folder that is not empty.
pub(super) fn check(folder: &Path) -> Result<(), Failure> {
    let problem = match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(false) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Ok(true) => "is not empty",
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => "is a file",
        Err(error) => return Err(cannot_write(folder, &error)),
    };
    Err(Failure::because(format!(
        "`{}` exists and {problem}: choose another name",
        folder.display()
    )))
}

/// Writes the files into `folder`, which appears when all of them are there.
///
/// # Errors
/// If they cannot be written. Then there is no folder.
pub(super) fn write(folder: &Path, files: &[File]) -> Result<(), Failure> {
    let beside = beside(folder);
    let written = write_all(&beside, files).and_then(|()| fs::rename(&beside, folder));
    written.map_err(|error| {
        // What is left of it says nothing that the error does not.
        let _ = fs::remove_dir_all(&beside);
        cannot_write(folder, &error)
    })
}

/// Returns a path in the same folder that nothing has.
fn beside(folder: &Path) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".new-{}", token::random()));
    folder.with_file_name(name)
}

fn write_all(folder: &Path, files: &[File]) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    for (path, text) in files {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, text)?;
    }
    Ok(())
}

fn cannot_write(folder: &Path, error: &io::Error) -> Failure {
    Failure::because(format!("cannot write `{}`: {error}", folder.display()))
}
