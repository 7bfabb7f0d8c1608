//! [`RegistryContents`]: everything that a registry keeps, to be copied to another place.

use std::{collections::HashMap, sync::Arc};

use serde_json::Value;

use super::record::{Record, Version};
use crate::{
    agent::{Agent, ToolReference},
    spec::ToolSpec,
    tool_id::ToolId,
};

/// Everything that a store keeps: its definitions in their order, every version that there was in the
/// order in which they were made, and the text of the file if it is known.
#[derive(Debug)]
pub(crate) struct StoreContents<D = ToolSpec> {
    pub(crate) records: Vec<Record<D>>,
    pub(crate) versions: Vec<Version>,
    /// The text of the file of definitions. One with the same definitions has the comments and the
    /// layout of its author.
    pub(crate) text: Option<String>,
}

impl<D> Clone for StoreContents<D> {
    fn clone(&self) -> Self {
        Self {
            records: self.records.clone(),
            versions: self.versions.clone(),
            text: self.text.clone(),
        }
    }
}

/// Everything that a registry keeps. The lists of agents name tools by the [ids of their
/// names](ToolId::of_name), wherever they were.
#[derive(Debug, Clone)]
pub struct RegistryContents {
    pub(crate) tools: StoreContents,
    pub(crate) agents: StoreContents<Agent>,
}

impl RegistryContents {
    /// Returns the number of tools.
    pub const fn tools(&self) -> usize {
        self.tools.records.len()
    }

    /// Returns the number of agents.
    pub const fn agents(&self) -> usize {
        self.agents.records.len()
    }

    /// Returns the number of versions of all of them.
    pub const fn versions(&self) -> usize {
        self.tools.versions.len() + self.agents.versions.len()
    }
}

/// The ids of tools in one place, each with the id in another one.
#[derive(Debug, Default)]
pub(super) struct ToolIds(pub(super) HashMap<ToolId, ToolId>);

impl ToolIds {
    /// Returns an agent with the ids of the other place.
    pub(super) fn translate(&self, agent: &Arc<Agent>) -> Arc<Agent> {
        let other = |tool: &ToolReference| match tool {
            ToolReference::Id(id) => self.0.get(id).copied().map(ToolReference::Id),
            ToolReference::Name(_) => None,
        };
        if agent.tools().iter().all(|tool| other(tool).is_none()) {
            return Arc::clone(agent);
        }
        let tools = agent.tools().iter();
        let tools = tools.map(|tool| other(tool).unwrap_or_else(|| tool.clone()));
        Arc::new(agent.with_tools(tools.collect()))
    }

    /// Writes the ids of the other place into the definition of a version.
    pub(super) fn translate_version(&self, version: &mut Version) {
        let spec = version.spec.as_mut();
        let tools = spec.and_then(|spec| spec.get_mut("tools"));
        for tool in tools.and_then(Value::as_array_mut).into_iter().flatten() {
            let id: Option<ToolId> = tool.as_str().and_then(|text| text.parse().ok());
            if let Some(other) = id.and_then(|id| self.0.get(&id)) {
                *tool = other.to_string().into();
            }
        }
    }
}
