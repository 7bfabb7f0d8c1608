//! The files of a fresh registry.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    data::files::{create_private_folders, replace},
    registry::{JSON_SCHEMA, TOOLS},
};

const FRESH_TOOLS: &str = include_str!("fresh/tools.json");
const FRESH_SCRIPT: &str = include_str!("fresh/hello_world.sh");
const SCHEMA: &str = "tools.schema.json";

/// Returns the folder of scripts in the folder of a registry.
pub(super) fn scripts(folder: &Path) -> PathBuf {
    folder.join("tools")
}

/// Returns whether there is a registry in `folder`.
pub(super) fn exist(folder: &Path) -> bool {
    folder.join(TOOLS).exists()
}

/// Writes a fresh registry: `tools.json`, its schema, and a script. What exists stays. Returns the
/// files that were written.
pub(super) fn write(folder: &Path) -> io::Result<Vec<PathBuf>> {
    create_private_folders(&scripts(folder))?;
    let script = scripts(folder).join("hello_world.sh");
    let mut written = Vec::new();
    for (path, text) in [
        (folder.join(SCHEMA), JSON_SCHEMA),
        (script.clone(), FRESH_SCRIPT),
        (folder.join(TOOLS), FRESH_TOOLS),
    ] {
        if !path.exists() {
            replace(&path, text.as_bytes())?;
            written.push(path);
        }
    }
    if written.contains(&script) {
        make_executable(&script)?;
    }
    Ok(written)
}

fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))
}
