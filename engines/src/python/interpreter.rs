//! [`find_interpreter`]: where Python is.

use std::{
    ffi::OsStr,
    path::{self, Path, PathBuf},
};

use super::error::PythonError;
use crate::supervise::find_program;

/// The name that is searched if nothing is configured.
const DEFAULT: &str = "python3";

/// Returns the path of the interpreter. `configured` is its path, the folder of a virtual
/// environment, or a name that is searched in `search`.
///
/// # Errors
/// If there is none.
pub(super) fn find_interpreter(
    configured: Option<&str>,
    search: &OsStr,
) -> Result<PathBuf, PythonError> {
    let name = configured.unwrap_or(DEFAULT);
    let missing = || PythonError::NoInterpreter(name.to_owned());
    if !name.contains('/') {
        return find_program(name, search).ok_or_else(missing);
    }
    // The worker starts in another folder.
    let path = path::absolute(Path::new(name)).map_err(|_| missing())?;
    let path = match path.is_dir() {
        true => path.join("bin").join("python"),
        false => path,
    };
    path.is_file().then_some(path).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use toolwright_base::token;

    use super::*;

    #[test]
    fn an_interpreter_is_a_path_a_virtual_environment_or_a_name() {
        let find = |name| find_interpreter(Some(name), "/bin".as_ref()).ok();
        assert_eq!(find("sh"), Some("/bin/sh".into()));
        assert_eq!(find("/bin/sh"), Some("/bin/sh".into()));
        assert_eq!(find("/bin/nothing"), None);
        assert_eq!(find("nothing"), None);
        let folder = env::temp_dir().join(format!("toolwright-python-{}", token::random()));
        fs::create_dir_all(folder.join("bin")).unwrap();
        let name = folder.to_str().unwrap();
        assert_eq!(find(name), None);
        let python = folder.join("bin/python");
        fs::write(&python, "").unwrap();
        assert_eq!(find(name), Some(python));
        fs::remove_dir_all(&folder).unwrap();
    }
}
