//! [`ServerStore`]: where the entries of other MCP servers are kept.

use std::fmt;

use serde_json::{Map, Value};
use toolwright::BoxFuture;
use toolwright_gateway::ServerConfig;

use super::entry::ServersError;
use crate::sealing::SecretKeys;

/// The most bytes of all entries together.
pub(crate) const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// Keeps the entries of other MCP servers, with credentials sealed. All but waiting may block.
pub(crate) trait ServerStore: fmt::Debug + Send + Sync {
    /// Returns where they are, for people.
    fn place(&self) -> String;

    /// Returns a value that is another one after each change.
    fn version(&self) -> Result<u128, ServersError>;

    /// Waits until somebody else may have changed something.
    fn changed(&self) -> BoxFuture<'_, ()>;

    /// Reads the servers. Credentials are opened with `keys`.
    fn read(&self, keys: &SecretKeys) -> Result<Vec<ServerConfig>, ServersError>;

    /// Returns the entries as they are stored, by name.
    fn entries(&self) -> Result<Map<String, Value>, ServersError>;

    /// Returns the text of the file that they are in, or came from: it has the comments of its author.
    fn text(&self) -> Result<Option<String>, ServersError>;

    /// Lets `change` say what changes in the present entries, and stores that, all or nothing. Nobody else
    /// changes them meanwhile.
    fn change(&self, change: &mut ServerChange<'_>) -> Result<(), ServersError>;
}

/// Says what changes in the present entries.
pub(crate) type ServerChange<'a> =
    dyn FnMut(&Map<String, Value>) -> Result<Vec<ServerEdit>, ServersError> + 'a;

/// A change of one entry.
#[derive(Debug)]
pub(crate) enum ServerEdit {
    /// The entry is written as it is.
    Put(String, Map<String, Value>),
    /// Members of the entry change; those that stay keep their text.
    Patch(String, Map<String, Value>),
    /// The entry is gone.
    Remove(String),
    /// The text that a copy brings, before its entries.
    Text(String),
}
