//! [`FileSettings`]: what an application read from its settings files, for the command line.

use std::collections::BTreeMap;

use crate::core::Secret;

/// The values of an application's settings files that the command line uses.
#[derive(Debug, Default)]
pub(crate) struct FileSettings {
    /// The defaults of flags, by the environment variable of the flag.
    pub(crate) defaults: BTreeMap<String, String>,
    /// The variables that `install` adds to an entry.
    pub(crate) for_hosts: Vec<HostVariable>,
}

/// An environment variable that a host must pass to the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostVariable {
    pub(crate) name: String,
    pub(crate) value: Secret,
    /// Whether `install` must not print the value.
    pub(crate) is_secret: bool,
}
