//! The files of a fresh registry.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::Value;
use toolwright_base::files::{LockFile, create_private_folders, replace};
use toolwright_registry::{Kinds, LOCK, TOOLS, json_schema};

const FRESH_TOOLS: &str = include_str!("fresh/tools.json");
const FRESH_FUNCTION: &str = include_str!("fresh/hello_world.py");
const FRESH_SCRIPT: &str = include_str!("fresh/hello_shell.sh");
const SCHEMA: &str = "tools.schema.json";

/// Returns the folder of scripts in the folder of a registry.
pub(super) fn scripts(folder: &Path) -> PathBuf {
    folder.join("tools")
}

/// Returns whether there is a registry in `folder`.
pub(super) fn exist(folder: &Path) -> bool {
    folder.join(TOOLS).exists()
}

/// Returns the JSON schema of `tools.json` as text.
pub(in crate::app) fn schema() -> String {
    format!("{:#}", Value::Object(json_schema(&Kinds::default())))
}

/// Writes a fresh registry: `tools.json`, its schema, and scripts. What exists stays. Returns the
/// files that were written.
pub(super) fn write(folder: &Path) -> io::Result<Vec<PathBuf>> {
    create_private_folders(&scripts(folder))?;
    let lock = LockFile::open(&folder.join(LOCK))?;
    lock.lock()?;
    let script = scripts(folder).join("hello_shell.sh");
    let schema = schema() + "\n";
    let mut written = Vec::new();
    for (path, text) in [
        (folder.join(SCHEMA), schema.as_str()),
        (scripts(folder).join("hello_world.py"), FRESH_FUNCTION),
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

#[cfg(test)]
mod tests {
    use std::{env, thread};

    use toolwright_base::token;

    use super::*;

    #[test]
    fn processes_that_start_at_once_write_one_registry() {
        for _ in 0..20 {
            let folder = env::temp_dir().join(format!("toolwright-fresh-{}", token::random()));
            let written: Vec<_> = thread::scope(|scope| {
                let writers: Vec<_> = (0..8).map(|_| scope.spawn(|| write(&folder))).collect();
                writers
                    .into_iter()
                    .map(|writer| writer.join().unwrap())
                    .collect()
            });
            let files: usize = written.into_iter().map(|files| files.unwrap().len()).sum();
            assert_eq!(files, 4);
            assert_eq!(fs::read_to_string(folder.join(TOOLS)).unwrap(), FRESH_TOOLS);
            fs::remove_dir_all(folder).unwrap();
        }
    }
}
