//! Finds the sources of the framework, which a new crate depends on.

use std::{
    fs,
    path::{Path, PathBuf},
};

use toolwright::cli::Failure;
use toolwright_engines::supervise::this_program;

const MANIFEST: &str = "Cargo.toml";

/// Returns the absolute path of the crate `toolwright`: the one that is named, or the one in the repository that this
/// program was built in.
///
/// # Errors
/// If there is none.
pub(super) fn find(named: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = named {
        return absolute(folder).ok_or_else(|| {
            let folder = folder.display();
            Failure::because(format!(
                "`{folder}` is not the folder of the crate `toolwright`: expected `framework` in its repository"
            ))
        });
    }
    let program = fs::canonicalize(this_program()).unwrap_or_default();
    let found = program.ancestors().skip(1);
    found
        .map(|folder| folder.join("framework"))
        .find_map(|folder| absolute(&folder))
        .ok_or_else(|| {
            Failure::because(
                "the crate `toolwright` is not on crates.io yet: name the folder `framework` of its repository with \
                 `--framework`, or write the tool in Python with `--python`",
            )
        })
}

/// Returns the absolute path of a folder that has the crate.
fn absolute(folder: &Path) -> Option<PathBuf> {
    let manifest = fs::read_to_string(folder.join(MANIFEST)).ok()?;
    let manifest: toml::Table = toml::from_str(&manifest).ok()?;
    let is_framework = manifest.get("package")?.get("name")?.as_str()? == "toolwright";
    is_framework.then(|| fs::canonicalize(folder).ok())?
}
