//! [`FileSettings`]: what an application read from its settings files, for the command line.

use std::collections::BTreeMap;

use toolwright_base::Secret;

/// The values of an application's settings files that the command line uses.
#[derive(Debug, Default)]
pub struct FileSettings {
    /// The defaults of flags, by the environment variable of the flag.
    pub defaults: BTreeMap<String, String>,
    /// The variables that `install` adds to an entry.
    pub for_hosts: Vec<HostVariable>,
}

/// An environment variable that a host must pass to the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostVariable {
    /// The name of the variable.
    pub name: String,
    /// Its value.
    pub value: Secret,
    /// Whether `install` must not print the value.
    pub is_secret: bool,
}
