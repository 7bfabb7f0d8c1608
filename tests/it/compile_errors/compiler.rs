//! [`Compiler`]: `rustc` with the libraries that this test was built with.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::normalize::normalize;

pub(super) struct Compiler {
    /// The folder of all compiled dependencies.
    dependencies: PathBuf,
    /// The library `toolwright`.
    library: PathBuf,
}

impl Compiler {
    /// Finds the libraries beside this test's program.
    ///
    /// There are several of `toolwright`: that of this test has all features, others have fewer and are half as
    /// large. The newest of the large ones is built from the current sources, since Cargo has just brought it up to
    /// date.
    pub(super) fn new() -> Self {
        let program = env::current_exe().unwrap();
        let dependencies = program.parent().unwrap().to_owned();
        let found = fs::read_dir(&dependencies).unwrap();
        let found = found.map(|entry| entry.unwrap());
        let libraries: Vec<_> = found
            .filter(|entry| is_library(&entry.path()))
            .map(|entry| (entry.path(), entry.metadata().unwrap()))
            .collect();
        let largest = libraries.iter().map(|(_, data)| data.len()).max();
        let (library, _) = libraries
            .into_iter()
            .filter(|(_, data)| Some(data.len() + data.len() / 4) >= largest)
            .max_by_key(|(_, data)| data.modified().unwrap())
            .expect("Cargo has built the library that this test depends on");
        Self {
            dependencies,
            library,
        }
    }

    /// Compiles a case that must not compile, and returns what the compiler prints.
    pub(super) fn message(&self, case: &Path) -> String {
        let search = format!("dependency={}", self.dependencies.display());
        let library = format!("toolwright={}", self.library.display());
        let program = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let output = Command::new(program)
            .args(["--edition=2024", "--crate-type=bin", "--emit=metadata"])
            .args(["--color=never", "--diagnostic-width=140"])
            .args(["-L", &search, "--extern", &library])
            .args(["--out-dir", env!("CARGO_TARGET_TMPDIR")])
            .arg(case)
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{} compiles", case.display());
        normalize(&message)
    }
}

fn is_library(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    name.starts_with("libtoolwright-") && name.ends_with(".rlib")
}
