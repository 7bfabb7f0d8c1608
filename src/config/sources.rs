//! [`Sources`]: the folders whose settings files are read.

use std::{
    env,
    ffi::OsString,
    fs,
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
};

use toolwright::cli::system_folder::{SystemFolder, home};

use super::{place::Owner, settings_file::SettingsFile};

const ENV_FILE: &str = ".env";
const TOML_FILE: &str = "toolwright.toml";

/// The command that a host starts, in whatever folder it has open.
const FOR_HOSTS: &str = "stdio";

/// The folders whose settings files are read.
///
/// The user's own folder is always read. The working folder may be a repository of strangers, so its
/// files are read only if a person runs a command in a terminal, and never by `stdio`.
#[derive(Debug)]
pub(super) struct Sources {
    /// The folder in which the user keeps settings; `None` without a home.
    pub(super) user_folder: Option<PathBuf>,
    pub(super) working_folder: PathBuf,
    pub(super) reads_working_folder: bool,
}

impl Sources {
    /// Returns the folders for the command line `words` of this process.
    pub(super) fn of_process(words: &[OsString]) -> Self {
        let is_in_terminal = io::stdin().is_terminal() || io::stderr().is_terminal();
        // Any argument counts: a flag before the command must not hide it.
        let is_for_host = words.iter().skip(1).any(|word| word == FOR_HOSTS);
        Self {
            user_folder: user_folder(),
            working_folder: PathBuf::new(),
            reads_working_folder: is_in_terminal && !is_for_host,
        }
    }

    /// Returns the files that are read, by falling precedence. `named` is the file that
    /// `TOOLWRIGHT_CONFIG` names; it is read in place of `toolwright.toml` in the working folder.
    pub(super) fn files(&self, named: Option<&str>) -> Vec<SettingsFile> {
        let mut files = Vec::new();
        if let Some(named) = named {
            let path = self.working_folder.join(named);
            files.push(SettingsFile::required(path, Owner::User));
        }
        if let Some(folder) = &self.user_folder {
            files.extend(files_in(folder, Owner::User));
        }
        if self.reads_working_folder && !self.is_users_own() {
            let found = files_in(&self.working_folder, Owner::WorkingFolder);
            files.extend(found.filter(|file| !(named.is_some() && file.has_name(TOML_FILE))));
        }
        files
    }

    /// Returns the files of the working folder that exist and are not read.
    pub(super) fn unread(&self, named: Option<&str>) -> Vec<PathBuf> {
        if self.reads_working_folder || self.is_users_own() {
            return Vec::new();
        }
        let is_unread = |file: &PathBuf| {
            let is_named = named.is_some_and(|named| self.working_folder.join(named) == *file);
            !is_named && fs::metadata(file).is_ok_and(|found| !found.is_dir())
        };
        [ENV_FILE, TOML_FILE]
            .map(|name| self.working_folder.join(name))
            .into_iter()
            .filter(is_unread)
            .collect()
    }

    /// Returns whether the working folder is the user's own folder, which is read anyway.
    fn is_users_own(&self) -> bool {
        let real = |folder: &Path| {
            let here = folder.as_os_str().is_empty();
            fs::canonicalize(if here { Path::new(".") } else { folder }).ok()
        };
        let own = self.user_folder.as_deref().and_then(real);
        own.is_some() && own == real(&self.working_folder)
    }
}

/// Returns the folder in which the user keeps the settings of this program.
fn user_folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name);
    let folder = SystemFolder::SETTINGS.find(home().as_deref(), env::consts::OS, variable);
    folder.map(|folder| folder.join("toolwright"))
}

fn files_in(folder: &Path, owner: Owner) -> impl Iterator<Item = SettingsFile> {
    let paths = [ENV_FILE, TOML_FILE].map(|name| folder.join(name));
    paths
        .into_iter()
        .map(move |path| SettingsFile::optional(path, owner))
}
