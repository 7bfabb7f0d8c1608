//! [`ScriptPath`]: the path of a file in the folder of scripts.

use std::path::{Component, Path, PathBuf};

use crate::{core::ToolError, registry::jsonc::Node};

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
            node.problem("a script is a relative path in the folder of scripts, without `..`");
            return None;
        }
        let path = Self(
            path.components()
                .filter(|part| *part != Component::CurDir)
                .collect(),
        );
        if path.is_outside(folder) {
            node.problem("the script is a link out of the folder of scripts");
        }
        Some(path)
    }

    /// Returns whether the file exists and is not in `folder`.
    fn is_outside(&self, folder: &Path) -> bool {
        let (Ok(real), Ok(folder)) = (folder.join(&self.0).canonicalize(), folder.canonicalize())
        else {
            return false;
        };
        !real.starts_with(folder)
    }

    /// Returns the real path of the file.
    ///
    /// # Errors
    /// If there is no such file, or if it is a link out of the folder.
    pub(super) fn resolve(&self, folder: &Path) -> Result<PathBuf, ToolError> {
        let name = self.0.display();
        let real = folder.join(&self.0).canonicalize().map_err(|error| {
            ToolError::failed(format!("the script `{name}` cannot be opened: {error}"))
        })?;
        let folder = folder.canonicalize()?;
        if !real.starts_with(folder) {
            let message = format!("the script `{name}` is a link out of the folder of scripts");
            return Err(ToolError::failed(message));
        }
        Ok(real)
    }
}
