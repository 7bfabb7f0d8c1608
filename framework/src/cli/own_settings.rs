//! The settings of a server in a `.env` file: [`Server::env_file`].

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io::{self, IsTerminal as _},
    path::Path,
};

use toolwright_base::files::read_text;

use super::env_file;
use crate::server::{Error, Result, Server};

/// The largest file that is read.
const MOST_BYTES: u64 = 1 << 20;
/// The command that a host starts, in whatever folder it has open.
const FOR_HOSTS: &str = "stdio";

/// Returns the variables in the file of `server`, for the command line `words`.
///
/// # Errors
/// If the file cannot be read or has a wrong line.
pub(super) fn read(server: &Server, words: &[OsString]) -> Result<BTreeMap<String, String>> {
    let Some(path) = server
        .env_file_path()
        .filter(|path| is_trusted(path, words))
    else {
        return Ok(BTreeMap::new());
    };
    let wrong = |problem: &dyn std::fmt::Display| {
        Error::Command(format!("cannot read `{}`: {problem}", path.display()))
    };
    match read_text(path, MOST_BYTES) {
        Ok(text) => env_file::parse(&text).map_err(|problem| wrong(&problem)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(wrong(&error)),
    }
}

/// Returns whether the file is not one of strangers: a host may start a server in any folder, so a
/// relative path is for people in terminals.
fn is_trusted(path: &Path, words: &[OsString]) -> bool {
    let is_in_terminal = io::stdin().is_terminal() || io::stderr().is_terminal();
    let is_for_host = words.iter().skip(1).any(|word| word == FOR_HOSTS);
    path.is_absolute() || (is_in_terminal && !is_for_host)
}
