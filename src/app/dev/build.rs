//! Builds the crate of the working folder.

use std::{
    ffi::OsString,
    io::{self, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
};

use serde::Deserialize;
use toolwright::cli::output;

/// A message of `cargo build --message-format json`.
#[derive(Deserialize)]
struct Message {
    executable: Option<PathBuf>,
}

/// Builds the crate and returns the program. Errors of the build are on standard error.
///
/// # Errors
/// If there is not exactly one program.
pub(super) fn build(cargo: &[OsString]) -> Result<PathBuf, String> {
    output::notice("building");
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut child = Command::new(program)
        .args(["build", "--message-format", "json-render-diagnostics"])
        .args(cargo)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    let programs = match child.stdout.take() {
        Some(stdout) => programs(BufReader::new(stdout)),
        None => Ok(Vec::new()),
    };
    let status = child.wait().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err("the build failed".to_owned());
    }
    let mut programs = programs.map_err(|error| error.to_string())?;
    match (programs.pop(), programs.is_empty()) {
        (Some(program), true) => Ok(program),
        (None, _) => Err("the crate has no program: is this the folder of a server?".to_owned()),
        (Some(_), false) => Err("the crate has several programs: add `-- --bin NAME`".to_owned()),
    }
}

/// Reads the messages of cargo and returns the programs that it has built.
fn programs(messages: impl io::BufRead) -> io::Result<Vec<PathBuf>> {
    let mut programs = Vec::new();
    for line in messages.lines() {
        // Lines of build scripts are no messages.
        let message: Option<Message> = serde_json::from_str(&line?).ok();
        programs.extend(message.and_then(|message| message.executable));
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_among_the_messages() {
        let messages = "\
            warning: of a build script\n\
            {\"reason\": \"compiler-artifact\", \"executable\": null}\n\
            {\"reason\": \"compiler-artifact\", \"executable\": \"/target/debug/demo\"}\n\
            {\"reason\": \"build-finished\", \"success\": true}\n";
        let found = programs(messages.as_bytes()).unwrap();
        assert_eq!(found, [PathBuf::from("/target/debug/demo")]);
    }
}
