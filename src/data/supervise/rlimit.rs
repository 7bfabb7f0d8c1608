//! What the kernel holds a process to, for good.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Takes from this process what it has of `resource` beyond `most`, and the right to get it back.
pub(crate) fn restrict(resource: Resource, most: u64) -> io::Result<()> {
    let most = getrlimit(resource)
        .maximum
        .map_or(most, |before| before.min(most));
    Ok(setrlimit(
        resource,
        Rlimit {
            current: Some(most),
            maximum: Some(most),
        },
    )?)
}
