//! [`WatchedSources`]: notices that the sources of a program have changed.
//!
//! Cargo writes down which files a program was built from, those of other crates in the workspace
//! included, so nothing else has to be watched, and no folder of build results.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(300);
/// The files that decide about a build and are not in the list of cargo.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "Cargo.lock"];

/// The sources of a program, as they were when it was built.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WatchedSources(Vec<(PathBuf, Option<SystemTime>)>);

impl WatchedSources {
    /// Returns the sources of a program, or all of the working folder if there is none yet.
    pub(super) fn of(program: Option<&Path>) -> Self {
        let listed =
            program.and_then(|program| fs::read_to_string(program.with_extension("d")).ok());
        let files = match listed {
            Some(listed) => dependencies(&listed),
            None => files_in(Path::new("src")),
        };
        let manifests = MANIFESTS.iter().map(PathBuf::from);
        Self::seen(files.into_iter().chain(manifests))
    }

    /// Waits until a file is different, and then until none changes any more.
    pub(super) fn wait(self) {
        let (start, mut last) = (self, None);
        loop {
            thread::sleep(INTERVAL);
            let now = Self::seen(start.0.iter().map(|(file, _)| file.clone()));
            let is_quiet = last.as_ref() == Some(&now);
            if now != start && is_quiet {
                return;
            }
            last = Some(now);
        }
    }

    fn seen(files: impl Iterator<Item = PathBuf>) -> Self {
        let time = |file: &PathBuf| fs::metadata(file).and_then(|found| found.modified()).ok();
        Self(files.map(|file| (file.clone(), time(&file))).collect())
    }
}

/// Returns the files of a list as `make` reads it: `program: file file`. Spaces are escaped.
fn dependencies(listed: &str) -> Vec<PathBuf> {
    let line = listed.lines().next().unwrap_or_default();
    let files = line.split_once(": ").map_or("", |(_, files)| files);
    let files = files.replace("\\ ", "\0");
    let files = files.split(' ').filter(|file| !file.is_empty());
    files.map(|file| file.replace('\0', " ").into()).collect()
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths
        .flat_map(|path| match path.is_dir() {
            true => files_in(&path),
            false => vec![path],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_cargo_has_escaped_spaces() {
        let listed =
            "/target/debug/demo: /a/src/main.rs /my\\ code/src/lib.rs\n\n/a/src/main.rs:\n";
        let expected = ["/a/src/main.rs", "/my code/src/lib.rs"].map(PathBuf::from);
        assert_eq!(dependencies(listed), expected);
        assert_eq!(dependencies(""), Vec::<PathBuf>::new());
    }
}
