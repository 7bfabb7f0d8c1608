//! [`Servers`]: the other MCP servers, which the command line and the API change.

use std::{path::PathBuf, sync::Arc};

use serde_json::{Map, Value};
use toolwright_base::CodedText;
use toolwright_gateway::ServerConfig;

use super::{
    credentials,
    entry::{
        ExpectedServer, ServersError, StoredServer, check_entry, check_expected, check_name,
        importable, invalid, object, unknown,
    },
    file::McpFile,
    mcp_file::read_mcp_file,
    pasted::PastedServers,
    store::{ServerEdit, ServerStore},
};
use crate::sealing::SecretKeys;

/// The outcome of an import of servers.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ImportedServers {
    /// The entries that are added, with credentials masked.
    pub added: Map<String, Value>,
    /// The names of the others, each with the reason.
    pub left_out: Vec<(String, CodedText)>,
}

/// The other MCP servers, in `mcp.json` or in a database that several servers share. Clones are the same.
///
/// What would be malformed is not stored. Changes of others are waited for, not overwritten. All methods may
/// block.
#[derive(Debug, Clone)]
pub struct Servers {
    store: Arc<dyn ServerStore>,
    keys: SecretKeys,
}

impl Servers {
    /// The servers in the file at `path`, whose credentials are sealed with `keys`. It may not exist yet.
    pub fn in_file(path: impl Into<PathBuf>, keys: SecretKeys) -> Self {
        let store = McpFile::new(path.into(), keys.clone());
        Self::of(Arc::new(store), keys)
    }

    /// The servers in a store.
    pub(crate) fn of(store: Arc<dyn ServerStore>, keys: SecretKeys) -> Self {
        Self { store, keys }
    }

    /// Returns where they are, for people.
    pub fn place(&self) -> String {
        self.store.place()
    }

    /// Returns a value that is another one after each change.
    ///
    /// # Errors
    /// If they cannot be reached.
    pub fn version(&self) -> Result<u128, ServersError> {
        self.store.version()
    }

    /// Waits until somebody else may have changed something.
    pub async fn changed(&self) {
        self.store.changed().await;
    }

    /// Reads the servers. A file that does not exist has none.
    ///
    /// # Errors
    /// If they cannot be read, or are malformed.
    pub fn read(&self) -> Result<Vec<ServerConfig>, ServersError> {
        self.store.read(&self.keys)
    }

    /// Returns the server `name` as it is stored.
    ///
    /// # Errors
    /// If there is none, or they cannot be read.
    pub fn stored(&self, name: &str) -> Result<StoredServer, ServersError> {
        let mut all = self.entries()?;
        let entry = all.remove(name).and_then(object);
        entry
            .map(StoredServer::of)
            .ok_or_else(|| ServersError::Unknown(name.to_owned()))
    }

    /// Returns all servers as they are stored.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn all_stored(&self) -> Result<Vec<(String, StoredServer)>, ServersError> {
        let all = self.entries()?.into_iter();
        let stored = all.filter_map(|(name, entry)| Some((name, StoredServer::of(object(entry)?))));
        Ok(stored.collect())
    }

    fn entries(&self) -> Result<Map<String, Value>, ServersError> {
        self.store.entries()
    }

    /// Adds a server, or replaces the one of its name. Credentials are sealed: values that look like one,
    /// and those of the headers and variables in `marked`. Returns whether there was one.
    ///
    /// # Errors
    /// If the entry is malformed, or the present one is not as expected.
    pub fn put(
        &self,
        name: &str,
        entry: Map<String, Value>,
        marked: &[String],
        expected: &ExpectedServer,
    ) -> Result<bool, ServersError> {
        check_name(name)?;
        self.change(|entries, edits| {
            let before = entries.get(name).and_then(Value::as_object);
            let entry = self.ready(name, entry, before, marked)?;
            check_expected(name, before, expected)?;
            edits.push(ServerEdit::Put(name.to_owned(), entry));
            Ok(before.is_some())
        })
    }

    /// Changes the entry of a server with `change`. Members that stay keep their text and their comments.
    ///
    /// # Errors
    /// If the entry is malformed then, or the present one is not as expected.
    pub fn patch(
        &self,
        name: &str,
        change: impl FnOnce(&mut Map<String, Value>),
        marked: &[String],
        expected: &ExpectedServer,
    ) -> Result<(), ServersError> {
        self.change(|entries, edits| {
            let before = entries.get(name).and_then(Value::as_object);
            let mut entry = before.cloned().ok_or_else(|| unknown(name))?;
            change(&mut entry);
            let entry = self.ready(name, entry, before, marked)?;
            check_expected(name, before, expected)?;
            edits.push(ServerEdit::Patch(name.to_owned(), entry));
            Ok(())
        })
    }

    /// Removes a server.
    ///
    /// # Errors
    /// If there is none, or it is not as expected.
    pub fn remove(&self, name: &str, expected: &ExpectedServer) -> Result<(), ServersError> {
        self.change(|entries, edits| {
            let before = entries.get(name).ok_or_else(|| unknown(name))?;
            check_expected(name, before.as_object(), expected)?;
            edits.push(ServerEdit::Remove(name.to_owned()));
            Ok(())
        })
    }

    /// Adds servers. Those that are there already stay as they are. With `is_dry_run` nothing is written.
    ///
    /// # Errors
    /// If one of them is malformed. Then none is added.
    pub fn import(
        &self,
        pasted: PastedServers,
        is_dry_run: bool,
    ) -> Result<ImportedServers, ServersError> {
        self.change(|entries, edits| {
            let mut imported = ImportedServers::default();
            for (name, entry) in pasted.0 {
                match importable(&name, entry, entries) {
                    Err(why) => imported.left_out.push((name, why)),
                    Ok(mut entry) if is_dry_run => {
                        check_entry(&name, &entry, &self.keys)?;
                        credentials::mask(&mut entry);
                        imported.added.insert(name, entry.into());
                    }
                    Ok(entry) => {
                        let mut entry = self.ready(&name, entry, None, &[])?;
                        edits.push(ServerEdit::Patch(name.clone(), entry.clone()));
                        credentials::mask(&mut entry);
                        imported.added.insert(name, entry.into());
                    }
                }
            }
            Ok(imported)
        })
    }

    /// Seals all credentials with the first key. Returns the number of servers that changed.
    ///
    /// # Errors
    /// If a credential cannot be opened, or they cannot be written.
    pub fn rotate(&self) -> Result<usize, ServersError> {
        self.change(|entries, edits| {
            let mut changed = 0;
            for (name, entry) in entries {
                let Some(mut entry) = object(entry.clone()) else {
                    continue;
                };
                let rewrapped = credentials::rewrap(&mut entry, name, &self.keys);
                let unreadable = |why| format!("a credential of `{name}` cannot be read: {why}");
                if rewrapped.map_err(|why| ServersError::Unusable(unreadable(why)))? {
                    edits.push(ServerEdit::Patch(name.clone(), entry));
                    changed += 1;
                }
            }
            Ok(changed)
        })
    }

    /// Returns whether a credential is sealed with another key than the first.
    pub fn is_rotation_pending(&self) -> bool {
        let entries = self.entries().unwrap_or_default().into_iter();
        let mut objects = entries.filter_map(|(name, entry)| Some((name, object(entry)?)));
        objects.any(|(name, mut entry)| {
            credentials::rewrap(&mut entry, &name, &self.keys).unwrap_or_default()
        })
    }

    /// Returns an entry that can be written.
    fn ready(
        &self,
        name: &str,
        mut entry: Map<String, Value>,
        before: Option<&Map<String, Value>>,
        marked: &[String],
    ) -> Result<Map<String, Value>, ServersError> {
        check_entry(name, &entry, &self.keys)?;
        credentials::seal(&mut entry, name, before, marked, &self.keys)
            .map_err(|(path, why)| invalid(name, path, why))?;
        Ok(entry)
    }

    /// Copies all servers into `other`, which has none. Returns how many there are.
    ///
    /// # Errors
    /// If `other` has some, or one cannot be read or written.
    pub fn copy_to(&self, other: &Self) -> Result<usize, ServersError> {
        let (entries, text) = (self.entries()?, self.store.text()?);
        let entries: Vec<_> = entries
            .into_iter()
            .filter_map(|(name, entry)| Some((name, object(entry)?)))
            .collect();
        let count = entries.len();
        if count > 0 || text.is_some() {
            other.change(|present, edits| {
                if !present.is_empty() {
                    let why = "there are MCP servers already: a copy needs a place without any";
                    return Err(ServersError::Unusable(why.to_owned()));
                }
                // The text may be older than the entries.
                let old = text
                    .as_deref()
                    .map(|text| read_mcp_file("copy", text, &self.keys))
                    .transpose()?;
                let old = old.into_iter().flatten().map(|config| config.name);
                let gone: Vec<_> = old
                    .filter(|name| entries.iter().all(|(other, _)| other != name))
                    .collect();
                let gone = gone.into_iter().map(ServerEdit::Remove);
                let puts = entries
                    .into_iter()
                    .map(|(name, entry)| ServerEdit::Put(name, entry));
                edits.extend(
                    text.map(ServerEdit::Text)
                        .into_iter()
                        .chain(gone)
                        .chain(puts),
                );
                Ok(())
            })?;
        }
        Ok(count)
    }

    /// Changes the entries while nobody else does.
    fn change<T>(
        &self,
        change: impl FnOnce(&Map<String, Value>, &mut Vec<ServerEdit>) -> Result<T, ServersError>,
    ) -> Result<T, ServersError> {
        let (mut change, mut output) = (Some(change), None);
        self.store.change(&mut |entries| {
            let mut edits = Vec::new();
            if let Some(change) = change.take() {
                output = Some(change(entries, &mut edits)?);
            }
            Ok(edits)
        })?;
        output.ok_or_else(|| ServersError::Unusable("the change was not made".to_owned()))
    }
}
