//! The PostgreSQL of the machine.

use std::{
    collections::HashSet,
    env, fs,
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use super::{super::data_folder::Account, Version};

/// Where packages put their programs, which have a folder for each version: Debian, Red Hat, and Homebrew on both kinds of Mac.
const PLACES: [(&str, &str); 4] = [
    ("/usr/lib/postgresql", ""),
    ("/usr", "pgsql-"),
    ("/opt/homebrew/opt", "postgresql"),
    ("/usr/local/opt", "postgresql"),
];

/// The programs that are needed.
const NEEDED: [&str; 2] = ["initdb", "postgres"];

/// The oldest version that says when it is ready.
const OLDEST: u32 = 12;

/// The versions of the machine that an account can run: the one of the search path, then the newest first.
pub(super) fn offers(account: Option<&Account>) -> impl Iterator<Item = (Version, PathBuf)> {
    let mut seen = HashSet::new();
    let search = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&search).filter(|folder| folder.is_absolute());
    let on_path: Vec<_> = on_path.collect();
    let packaged = PLACES
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

/// The folders whose name is `prefix` and a version, the newest first.
fn versions(parent: &Path, prefix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let rest = name.strip_prefix(prefix)?.trim_start_matches('@');
            // A name without a version is a link to the current one.
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

/// What the programs say that they are, when this account runs them.
fn version(folder: &Path, account: Option<&Account>) -> Option<Version> {
    let mut command = Command::new(folder.join("postgres"));
    command.arg("--version").env_clear().current_dir("/");
    if let Some(account) = account {
        command.uid(account.user).gid(account.group);
    }
    let output = command.output().ok()?;
    Version::said(&String::from_utf8_lossy(&output.stdout))
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
