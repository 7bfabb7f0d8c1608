//! [`PythonSettings`]: the interpreter and its limits, and the errors of calling it.

use std::{
    ffi::{OsStr, OsString},
    io,
    path::{self, Path, PathBuf},
    time::Duration,
};

use crate::supervise::{ProgramExit, find_program};

/// The places of Python and of the scripts.
#[derive(Debug, Clone)]
pub struct PythonSettings {
    /// The `toolwright` binary, which supervises the workers.
    pub program: PathBuf,
    /// An interpreter, a virtual environment, or a name that is searched. `python3` if absent.
    pub interpreter: Option<String>,
    /// The folders in which the interpreter is searched, in the form of the variable `PATH`.
    pub search_path: OsString,
    /// The folder of scripts.
    pub folder: PathBuf,
    /// The whole environment of the workers.
    pub environment: Vec<(String, String)>,
    pub limits: PythonLimits,
}

/// The limits of workers.
#[derive(Debug, Clone, Copy)]
pub struct PythonLimits {
    /// The most workers of all functions together.
    pub(crate) workers: usize,
    /// The most workers of one function.
    pub(crate) workers_of_one: usize,
    /// How long an idle worker stays.
    pub(crate) idle: Duration,
    /// How long a function may take to be loaded and described.
    pub(crate) description: Duration,
    /// The most bytes of a result.
    pub(crate) result: usize,
}

impl Default for PythonLimits {
    fn default() -> Self {
        Self {
            workers: 32,
            workers_of_one: 8,
            idle: Duration::from_secs(5 * 60),
            description: Duration::from_secs(10),
            result: 8 * 1024 * 1024,
        }
    }
}

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

/// The error of a call.
#[derive(Debug, thiserror::Error)]
pub enum PythonError {
    /// There is no interpreter.
    #[error("the Python interpreter `{0}` is not found: set `TOOLWRIGHT_PYTHON`")]
    NoInterpreter(String),
    /// The script cannot be read, or a link leads out of the folder of scripts.
    #[error("the script `{name}` {problem}")]
    Script { name: String, problem: String },
    /// The function raised an error, has a result that is not JSON, or cannot be loaded. The text is
    /// what Python says.
    #[error("{0}")]
    Raised(String),
    /// The process ended without an answer.
    #[error("the Python process {0} without an answer")]
    Exited(ProgramExit),
    /// The process wrote something else than answers.
    #[error("the Python process wrote something that is not an answer")]
    Garbage,
    /// The function could not be loaded within the time for it.
    #[error("the function was not loaded within {0:?}")]
    Slow(std::time::Duration),
    /// The process could not be started, or its supervisor is gone.
    #[error("the Python process failed: {0}")]
    Unavailable(#[from] io::Error),
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
