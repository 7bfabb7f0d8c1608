//! Builds the console from `ui/` with npm, and lists its files for the library to include.
//!
//! Where there is no Node, or its packages cannot be downloaded, the library is built without it.

use std::{
    env,
    fmt::Write as _,
    fs::{self, File},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The sources of the console, in `ui/`.
const CONSOLE_SOURCES: [&str; 6] = [
    "build",
    "index.html",
    "package-lock.json",
    "package.json",
    "src",
    "vite.config.ts",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    include_console();
}

/// Writes the list of the console's files, which is empty if it cannot be built.
fn include_console() {
    let ui = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("ui");
    let mut files = Vec::new();
    // A package does not have the sources.
    if ui.join("package.json").is_file() {
        for source in CONSOLE_SOURCES {
            println!("cargo::rerun-if-changed={}", ui.join(source).display());
        }
        match build_console(&ui) {
            Ok(folder) => collect(&folder, &folder, &mut files),
            Err(why) => println!("cargo::warning=built without the console: {why}"),
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for (path, file) in files {
        let _ = writeln!(
            list,
            "    ConsoleFile {{ path: {path:?}, bytes: include_bytes!({file:?}) }},"
        );
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    fs::write(out.join("console.rs"), list).expect("`OUT_DIR` is writable");
}

/// Builds the console, unless it was built from the same sources before. Returns the folder of its
/// files.
fn build_console(ui: &Path) -> Result<PathBuf, String> {
    let failed = |error: io::Error| error.to_string();
    // Two builds at once would install the same packages.
    let lock = File::open(ui.join("package-lock.json")).map_err(failed)?;
    lock.lock().map_err(failed)?;
    let (folder, sources) = (ui.join("dist"), hash_of_sources(ui));
    let stamp = folder.join(".sources");
    if fs::read_to_string(&stamp).is_ok_and(|built| built == sources) {
        return Ok(folder);
    }
    if !has_packages(ui) {
        npm(ui, &["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
    }
    npm(ui, &["run", "build"])?;
    fs::write(stamp, sources).map_err(failed)?;
    Ok(folder)
}

/// Returns whether the packages were installed after the lock file was changed.
fn has_packages(ui: &Path) -> bool {
    let changed = |path: &str| fs::metadata(ui.join(path)).and_then(|file| file.modified());
    match (
        changed("package-lock.json"),
        changed("node_modules/.package-lock.json"),
    ) {
        (Ok(locked), Ok(installed)) => locked <= installed,
        _ => false,
    }
}

fn npm(ui: &Path, words: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(program);
    command.args(words).current_dir(ui).stdin(Stdio::null());
    let ended = command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "it needs Node 20.19 or newer with npm".to_owned(),
        _ => format!("npm: {error}"),
    })?;
    if ended.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&ended.stderr);
    let problem = said
        .lines()
        .find(|line| line.contains("rror"))
        .unwrap_or_default();
    Err(format!("`npm {}` failed: {problem}", words.join(" ")))
}

/// Returns a hash of all sources, by path and content.
fn hash_of_sources(ui: &Path) -> String {
    let mut files = Vec::new();
    for source in CONSOLE_SOURCES {
        let path = ui.join(source);
        match path.is_dir() {
            true => collect(&path, ui, &mut files),
            false => files.push((source.to_owned(), path.display().to_string())),
        }
    }
    files.sort();
    let mut hash = DefaultHasher::new();
    for (path, file) in files {
        path.hash(&mut hash);
        fs::read(file).unwrap_or_default().hash(&mut hash);
    }
    format!("{:016x}", hash.finish())
}

/// Adds all files in `folder` with their paths below `root`, which begin with `/`.
fn collect(folder: &Path, root: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if path.is_dir() {
            collect(&path, root, files);
        } else if let Ok(below) = path.strip_prefix(root)
            && !is_hidden
        {
            let below = below.to_string_lossy().replace('\\', "/");
            files.push((format!("/{below}"), path.display().to_string()));
        }
    }
}
