//! [`Target`]: the function of a script, its [`Description`], and the [`FileStamp`] by which
//! changes show.

use std::{
    fmt, fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolwright::schema::{check_schema, structured_schema};
use toolwright_base::files::real_path_inside;

use super::settings::PythonError;

/// The description of a function: the beginning of its docstring, and the schemas of its annotations.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// The docstring up to its first section, if there is one.
    pub text: Option<String>,
    /// The JSON schema of the arguments.
    pub input_schema: Map<String, Value>,
    /// The JSON schema of the result, if the function has an annotation for it.
    pub output_schema: Option<Map<String, Value>>,
}

/// A description, and the files that it was made from.
#[derive(Debug, Deserialize)]
pub(super) struct Described {
    description: Option<String>,
    input_schema: Map<String, Value>,
    output_schema: Option<Map<String, Value>>,
    pub(super) stamps: Vec<FileStamp>,
}

impl Description {
    /// Returns what a function says about itself. In place of a schema that no client would accept
    /// there is one that allows everything, so that the tool can be called.
    pub(super) fn of(described: Described, tool: &str) -> Self {
        let mut input_schema = described.input_schema;
        if let Err(problem) = check_schema(&input_schema) {
            tracing::warn!("the schema of the parameters of `{tool}` is not used: it {problem}");
            input_schema = Self::any_input();
        }
        let is_usable = |schema: &Map<String, Value>| {
            let (shown, _) = structured_schema(schema.clone());
            let checked = check_schema(&shown);
            if let Err(problem) = &checked {
                tracing::warn!("the schema of the result of `{tool}` is not used: it {problem}");
            }
            checked.is_ok()
        };
        Self {
            text: described.description,
            input_schema,
            output_schema: described.output_schema.filter(is_usable),
        }
    }

    /// Returns the schema that accepts all arguments.
    pub fn any_input() -> Map<String, Value> {
        Map::from_iter([("type".to_owned(), json!("object"))])
    }
}

/// The place of a function.
#[derive(Clone, PartialEq, Eq)]
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
    /// The variables of its process, beside those that every process has.
    pub environment: Vec<(String, String)>,
}

/// The values of variables may be secret.
impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target")
            .field("tool", &self.tool)
            .field("files", &self.files)
            .field("function", &self.function)
            .finish_non_exhaustive()
    }
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

/// The version of a file that was loaded.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct FileStamp {
    path: PathBuf,
    /// When it was changed, in nanoseconds since 1970.
    changed: i64,
    size: u64,
    inode: u64,
}

impl FileStamp {
    /// Returns the stamp of a file as it is now. A file that is absent has one too.
    pub(super) fn now(path: &Path) -> Self {
        let found = fs::metadata(path).ok();
        let nanoseconds =
            |found: &fs::Metadata| found.mtime().saturating_mul(1_000_000_000) + found.mtime_nsec();
        Self {
            path: path.to_owned(),
            changed: found.as_ref().map_or(0, nanoseconds),
            size: found.as_ref().map_or(0, fs::Metadata::len),
            inode: found.as_ref().map_or(0, |found| found.ino()),
        }
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the file is still the same.
    pub(super) fn is_current(&self) -> bool {
        Self::now(&self.path) == *self
    }
}
