//! Standard output, which belongs to the protocol.

use std::{fs::File, io};

/// Keeps standard output for the protocol, and sends what others print there to standard error.
#[cfg(unix)]
pub(super) fn take_stdout() -> io::Result<File> {
    let output = rustix::io::dup(io::stdout())?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(output))
}

/// Standard output, as it is.
#[cfg(not(unix))]
pub(super) fn take_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}
