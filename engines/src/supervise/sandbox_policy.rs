//! [`SandboxPolicy`]: whether programs run in a sandbox, and which parts of it this machine has.

use std::{
    io,
    path::{Path, PathBuf},
    process::Stdio,
    sync::OnceLock,
};

use rustix::process::Signal;

use super::{
    launch,
    sandbox::{Availability, Sandbox, SandboxParts},
};

/// Whether programs run in a sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SandboxMode {
    /// In one of the parts that this machine has.
    Auto,
    /// In one of all parts, or not at all.
    Required,
    /// In none.
    Off,
}

/// Decides on the sandbox of programs. Clones of it are not needed: it is shared.
#[derive(Debug)]
pub struct SandboxPolicy {
    mode: SandboxMode,
    /// The `toolwright` binary.
    launcher: PathBuf,
    found: OnceLock<Availability>,
}

impl SandboxPolicy {
    /// Creates the policy. `launcher` is the `toolwright` binary.
    pub fn new(mode: SandboxMode, launcher: impl Into<PathBuf>) -> Self {
        Self {
            mode,
            launcher: launcher.into(),
            found: OnceLock::new(),
        }
    }

    /// Returns the mode.
    pub fn mode(&self) -> SandboxMode {
        self.mode
    }

    /// Returns the parts that programs are confined with.
    ///
    /// # Errors
    /// If all parts are required and this machine lacks one.
    pub fn parts(&self) -> io::Result<SandboxParts> {
        match self.mode {
            SandboxMode::Off => Ok(SandboxParts::default()),
            SandboxMode::Auto => Ok(self.availability().parts),
            SandboxMode::Required if self.availability().missing.is_empty() => {
                Ok(self.availability().parts)
            }
            SandboxMode::Required => Err(io::Error::other(format!(
                "code must run in a sandbox, but this machine lacks {}",
                self.availability().missing_text()
            ))),
        }
    }

    /// Returns which parts this machine has. Finds out once, by running a program in each of them.
    pub fn availability(&self) -> &Availability {
        self.found.get_or_init(|| {
            Availability::find(|parts| {
                works(&self.launcher, parts).map_err(|error| error.to_string())
            })
        })
    }
}

/// Runs a program that does nothing in a sandbox of these parts.
fn works(launcher: &Path, parts: SandboxParts) -> io::Result<()> {
    let folder = std::env::temp_dir().canonicalize()?;
    let sandbox = Sandbox {
        parts,
        start: folder.clone(),
        folder,
        readable: Vec::new(),
    };
    let shell = Path::new("/bin/sh");
    let output = launch::command_of(launcher, shell, Signal::KILL, None, Some(sandbox))?
        .args(["-c", ":"])
        .stdin(Stdio::null())
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let reason = said.trim().rsplit(": ").next().unwrap_or_default();
    Err(io::Error::other(reason.to_owned()))
}
