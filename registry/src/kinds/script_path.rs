//! [`ScriptPath`]: the path of a file in the folder of scripts.

use std::path::{Component, Path, PathBuf};

use toolwright::ToolError;
use toolwright_base::files::real_path_inside;

use crate::{jsonc::Node, texts};

/// The path of a file in the folder of scripts. It never leads out of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScriptPath(PathBuf);

impl ScriptPath {
    /// Reads a path, which must be relative and without `..`. A file that exists must not be a link
    /// out of the folder.
    pub(super) fn read(node: &Node<'_>, folder: &Path) -> Option<Self> {
        let path = Path::new(node.words()?);
        let is_inside =
            |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !path.components().all(is_inside) {
            node.problem(texts::script_path());
            return None;
        }
        let path = Self(
            path.components()
                .filter(|part| *part != Component::CurDir)
                .collect(),
        );
        if path.is_outside(folder) {
            node.problem(texts::script_is_link());
        }
        Some(path)
    }

    /// Returns whether the file exists and is not in `folder`.
    fn is_outside(&self, folder: &Path) -> bool {
        matches!(real_path_inside(folder, &self.0), Ok(None))
    }

    /// Returns the path, relative to the folder.
    pub(super) fn as_path(&self) -> &Path {
        &self.0
    }

    /// Returns the real path of the file.
    ///
    /// # Errors
    /// If there is no such file, or if it is a link out of the folder.
    pub(super) fn resolve(&self, folder: &Path) -> Result<PathBuf, ToolError> {
        let name = self.0.display().to_string();
        match real_path_inside(folder, &self.0) {
            Ok(Some(path)) => Ok(path),
            Ok(None) => Err(ToolError::failed(texts::named_script_is_link(name))),
            Err(error) => Err(ToolError::failed(texts::script_not_opened(
                name,
                error.to_string(),
            ))),
        }
    }
}
