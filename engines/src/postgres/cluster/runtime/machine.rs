//! The PostgreSQL that is installed on the machine.

use std::{
    collections::HashSet,
    env, fs,
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use super::{super::data_folder::Account, origin::Version};

/// The folders in which packages install a folder for each version, and the prefix of its name:
/// Debian, Red Hat, and Homebrew on both kinds of Mac.
const PACKAGES: [(&str, &str); 4] = [
    ("/usr/lib/postgresql", ""),
    ("/usr", "pgsql-"),
    ("/opt/homebrew/opt", "postgresql"),
    ("/usr/local/opt", "postgresql"),
];

/// The programs that a database needs.
const NEEDED: [&str; 2] = ["initdb", "postgres"];

/// The oldest version that writes when it is ready.
const OLDEST: u32 = 12;

/// Returns the versions that `account` can run: first those on the search path, then the newest.
pub(super) fn candidates(account: Option<&Account>) -> impl Iterator<Item = (Version, PathBuf)> {
    let mut seen = HashSet::new();
    let search = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&search).filter(|folder| folder.is_absolute());
    let on_path: Vec<_> = on_path.collect();
    let packaged = PACKAGES
        .iter()
        .flat_map(|(parent, prefix)| versions(Path::new(parent), prefix))
        .map(|folder| folder.join("bin"));
    on_path
        .into_iter()
        .chain(packaged)
        .filter(|folder| NEEDED.iter().all(|name| folder.join(name).is_file()))
        .filter(move |folder| seen.insert(fs::canonicalize(folder).ok()))
        .filter_map(move |folder| Some((version(&folder, account)?, folder)))
        .filter(|(version, _)| version.major >= OLDEST)
}

/// Returns the folders whose name is `prefix` and a version, the newest first.
fn versions(parent: &Path, prefix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let rest = name.strip_prefix(prefix)?.trim_start_matches('@');
            // A name without a version is a link to the current version.
            let number = if rest.is_empty() {
                u32::MAX
            } else {
                Version::parse(rest)?.major
            };
            Some((number, entry.path()))
        })
        .collect();
    found.sort_by(|one, other| other.cmp(one));
    found.into_iter().map(|(_, path)| path).collect()
}

/// Asks the programs for their version, as `account`.
fn version(folder: &Path, account: Option<&Account>) -> Option<Version> {
    let mut command = Command::new(folder.join("postgres"));
    command.arg("--version").env_clear().current_dir("/");
    if let Some(account) = account {
        command.uid(account.user).gid(account.group);
    }
    let output = command.output().ok()?;
    Version::parse_output(&String::from_utf8_lossy(&output.stdout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_comes_first() {
        let folder = env::temp_dir().join(format!("toolwright-versions-{}", std::process::id()));
        for name in [
            "postgresql@9",
            "postgresql",
            "postgresql@17",
            "postgresql@16",
            "other@99",
            "postgresql-x",
        ] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let found = versions(&folder, "postgresql");
        let names: Vec<_> = found
            .iter()
            .map(|path| path.file_name().unwrap().to_str().unwrap())
            .collect();
        assert_eq!(
            names,
            [
                "postgresql",
                "postgresql@17",
                "postgresql@16",
                "postgresql@9"
            ]
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
