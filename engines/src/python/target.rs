//! [`Target`]: where a function is.

use std::path::{Path, PathBuf};

use toolwright_base::files::real_path_inside;

use super::error::PythonError;

/// The place of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The name of its tool, for the log.
    pub tool: String,
    /// The files that it may be in, relative to the folder of scripts. The first one that exists
    /// counts.
    pub files: Vec<PathBuf>,
    /// The dotted name of its module, if it is imported by name.
    pub module: Option<String>,
    /// The name of the function.
    pub function: String,
}

impl Target {
    /// Returns the real path of the file.
    ///
    /// # Errors
    /// If there is no such file, or if it is a link out of the folder.
    pub(super) fn locate(&self, folder: &Path) -> Result<PathBuf, PythonError> {
        let file = self.file(folder);
        let failed = |problem: String| PythonError::Script {
            name: file.display().to_string(),
            problem,
        };
        match real_path_inside(folder, file) {
            Ok(Some(path)) => Ok(path),
            Ok(None) => Err(failed("is a link out of the folder of scripts".into())),
            Err(error) => Err(failed(format!("cannot be opened: {error}"))),
        }
    }

    /// Returns the file that counts, relative to the folder.
    pub(super) fn file(&self, folder: &Path) -> &Path {
        let exists = |file: &&PathBuf| folder.join(file).exists();
        let found = self.files.iter().find(exists).or(self.files.first());
        found.map_or(Path::new(""), PathBuf::as_path)
    }
}
