//! Makes what the library includes from `OUT_DIR`: the archive of the embedded PostgreSQL.
//!
//! The archive is a file of a crate without code, `pglite-rs-lib-<target>`. Cargo downloads that crate
//! and does not tell where it is, so this script searches for it.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
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

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    include_postgres();
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
