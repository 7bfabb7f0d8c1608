//! Finds the archive of a PostgreSQL that goes inside of the program.
//!
//! The archive is a file of a crate without code, `pglite-rs-lib-<target>`. Cargo fetches that crate, and tells no other crate where it is.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The version of the crate, as `Cargo.toml` has it.
const EDITION: &str = "0.2.7";
const ARCHIVE: &str = "lib/pglite-runtime.tar.zst";
/// The systems that have such a crate.
const TARGETS: [&str; 4] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "x86_64-unknown-linux-gnu",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Not `TOOLWRIGHT_…`: programs that Cargo runs have it in their environment, and would take it for a setting that is none.
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
            panic!("the crate `{name}` {EDITION} is not found; without the feature `embedded-postgres` it is not needed")
        });
        println!("cargo::rerun-if-changed={}", archive.display());
        // Not its permissions: it may be read-only, and this copy is replaced by the next.
        let bytes = fs::read(&archive).expect("the archive can be read");
        fs::write(&copy, bytes).expect("files can be made");
    } else {
        fs::write(&copy, []).expect("files can be made");
    }
}

/// The archive of a crate: beside this one, where both come from a registry or are vendored; where Cargo unpacks what it downloads; or
/// where Cargo says.
fn find(name: &str) -> Option<PathBuf> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let beside = here.parent().map(Path::to_owned);
    let folders = beside.into_iter().chain(registries());
    let folders =
        folders.flat_map(|folder| [folder.join(format!("{name}-{EDITION}")), folder.join(name)]);
    let mut archives = folders.map(|folder| folder.join(ARCHIVE));
    archives
        .find(|path| path.is_file())
        .or_else(|| asked(name, &here))
}

/// The folders where Cargo unpacks what it downloads, one a registry.
fn registries() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let entries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let entries = entries.into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// What Cargo says. It takes a moment, so it is asked last.
fn asked(name: &str, here: &Path) -> Option<PathBuf> {
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
        // Where Cargo looks for its settings, of which the place of vendored crates is one.
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
