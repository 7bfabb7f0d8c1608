//! Reserves standard output for the protocol.

use std::{fs::File, io};

/// Returns standard output for the protocol, and redirects all other output to standard error.
#[cfg(unix)]
pub(super) fn take_stdout() -> io::Result<File> {
    let output = rustix::io::dup(io::stdout())?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(output))
}

/// Returns standard output. Other output is not redirected on this platform.
#[cfg(not(unix))]
pub(super) fn take_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}
