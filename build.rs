//! Makes what the library includes from `OUT_DIR`: the archive of the embedded PostgreSQL, and the
//! files of the console.
//!
//! The archive is a file of a crate without code, `pglite-rs-lib-<target>`. Cargo downloads that crate
//! and does not tell where it is, so this script searches for it.
//!
//! The console is built from `ui/` with npm. Where there is no Node, or its packages cannot be
//! downloaded, the library is built without it.

use std::{
    env,
    ffi::OsStr,
    fmt::Write as _,
    fs::{self, File},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The version of that crate in `Cargo.toml`.
const EDITION: &str = "0.2.7";
const ARCHIVE: &str = "lib/pglite-runtime.tar.zst";
/// The targets for which there is such a crate.
const TARGETS: [&str; 4] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "x86_64-unknown-linux-gnu",
];

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
    if env::var_os("CARGO_FEATURE_REGISTRY").is_some() {
        include_console();
    }
    include_postgres();
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

fn include_postgres() {
    // Not called `TOOLWRIGHT_…`: `cargo run` passes it on, and the program would warn of an unknown
    // setting.
    println!("cargo::rustc-env=BUNDLED_POSTGRES_EDITION={EDITION}");
    if env::var_os("CARGO_FEATURE_EMBEDDED_POSTGRES").is_none() {
        return;
    }
    let target = env::var("TARGET").expect("Cargo sets it");
    let copy =
        Path::new(&env::var_os("OUT_DIR").expect("Cargo sets it")).join("postgres-runtime.tar.zst");
    if TARGETS.contains(&target.as_str()) {
        let name = format!("pglite-rs-lib-{target}");
        let archive = find(&name).unwrap_or_else(|| {
            panic!("cannot find the crate `{name}` {EDITION}; only the feature `embedded-postgres` needs it")
        });
        println!("cargo::rerun-if-changed={}", archive.display());
        // Not `fs::copy`: it would copy the permissions, and a read-only copy could not be replaced.
        let bytes = fs::read(&archive).expect("the archive is readable");
        fs::write(&copy, bytes).expect("`OUT_DIR` is writable");
    } else {
        fs::write(&copy, []).expect("`OUT_DIR` is writable");
    }
}

/// Finds the archive of a crate: beside this crate, if both come from a registry or are vendored; in
/// the folders where Cargo unpacks its downloads; or by asking Cargo.
fn find(name: &str) -> Option<PathBuf> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let beside = here.parent().map(Path::to_owned);
    let folders = beside.into_iter().chain(registries());
    let folders =
        folders.flat_map(|folder| [folder.join(format!("{name}-{EDITION}")), folder.join(name)]);
    let mut archives = folders.map(|folder| folder.join(ARCHIVE));
    archives
        .find(|path| path.is_file())
        .or_else(|| ask_cargo(name, &here))
}

/// Returns the folders where Cargo unpacks its downloads, one for each registry.
fn registries() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let entries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let entries = entries.into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Asks `cargo metadata`. This takes a moment, so it is the last resort.
fn ask_cargo(name: &str, here: &Path) -> Option<PathBuf> {
    let cargo = env::var_os("CARGO")?;
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--offline",
            "--manifest-path",
        ])
        .arg(here.join("Cargo.toml"))
        // Cargo reads its settings from here, such as the place of vendored crates.
        .current_dir(here)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let manifests = text.split("\"manifest_path\":\"").skip(1);
    let manifests = manifests.filter_map(|rest| rest.split('"').next());
    let mut folders = manifests.filter_map(|path| Path::new(path).parent());
    let of_crate = |folder: &&Path| {
        let is = folder.file_name().and_then(OsStr::to_str);
        is.is_some_and(|is| is == name || is == format!("{name}-{EDITION}"))
    };
    folders
        .find(of_crate)
        .map(|folder| folder.join(ARCHIVE))
        .filter(|archive| archive.is_file())
}
