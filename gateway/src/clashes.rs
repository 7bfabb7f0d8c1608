//! Names that two tools or prompts have, and descriptions that name tools of other servers.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use toolwright::Tool as _;

use crate::{served::ServedUpstream, suspicion::mentions};

/// The names that several tools, or several prompts, have. None of them is served: neither may take the
/// place of the other.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Clashes {
    /// The servers that have a tool of this name, once for each tool.
    tools: BTreeMap<String, Vec<String>>,
    prompts: BTreeMap<String, Vec<String>>,
}

impl Clashes {
    /// Finds the names that are there more than once.
    pub(crate) fn among(servers: &[Arc<ServedUpstream>]) -> Self {
        let mut clashes = Self::default();
        for server in servers {
            let (name, served) = (server.name(), server.served());
            for tool in &served.tools {
                let owners = clashes.tools.entry(tool.definition().name().to_owned());
                owners.or_default().push(name.to_owned());
            }
            for prompt in &served.prompts {
                let owners = clashes.prompts.entry(prompt.definition().name().to_owned());
                owners.or_default().push(name.to_owned());
            }
        }
        clashes.tools.retain(|_, owners| owners.len() > 1);
        clashes.prompts.retain(|_, owners| owners.len() > 1);
        clashes
    }

    pub(crate) fn has_tool(&self, name: &str) -> bool {
        self.tools.contains_key(name)
    }

    pub(crate) fn has_prompt(&self, name: &str) -> bool {
        self.prompts.contains_key(name)
    }

    /// Returns a sentence for each name that an item of `server` shares.
    pub(crate) fn of(&self, server: &str) -> Vec<String> {
        let told = |kind: &str, names: &BTreeMap<String, Vec<String>>| -> Vec<String> {
            let own = names
                .iter()
                .filter(|(_, owners)| owners.iter().any(|one| one == server));
            own.map(|(name, owners)| {
                let owners: Vec<_> = owners.iter().map(|one| format!("`{one}`")).collect();
                let owners = owners.join(" and ");
                format!("{kind} `{name}` is there twice, in {owners}, and left out: give one of them another `prefix` or `name`")
            })
            .collect()
        };
        [told("tool", &self.tools), told("prompt", &self.prompts)].concat()
    }
}

/// Returns a sentence for each description of a tool that names a tool of another server, by server.
pub(crate) fn foreign_names(servers: &[Arc<ServedUpstream>]) -> HashMap<String, Vec<String>> {
    let all: Vec<_> = servers.iter().map(|it| (it.name(), it.served())).collect();
    let mut owners: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for (server, served) in &all {
        for tool in &served.tools {
            for name in [tool.remote_name(), tool.definition().name()] {
                owners.entry(name).or_default().insert(*server);
            }
        }
    }
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for (server, served) in &all {
        let of_others = |name: &str| {
            let owners = owners.get(name).filter(|owners| !owners.contains(server))?;
            owners.first().copied()
        };
        for tool in &served.tools {
            let signs = mentions(tool.definition().description(), of_others).into_iter();
            let signs = signs.map(|(name, owner)| {
                let tool = tool.remote_name();
                format!("tool {tool}: the description names `{name}`, a tool of `{owner}`")
            });
            found.entry((*server).to_owned()).or_default().extend(signs);
        }
    }
    found
}
