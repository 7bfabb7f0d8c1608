//! [`FoundTool`]: a tool of the registry or of the catalogue.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use toolwright::{Tool, ToolDef};
use toolwright_registry::{Record, ToolSpec};

use crate::admin::{api::Api, problem::Problem, rights::Requester, texts};

/// A tool that the caller may see.
#[derive(Clone)]
pub(in crate::admin) struct FoundTool {
    pub(in crate::admin) name: String,
    /// Its definition in the registry.
    pub(super) record: Option<Record>,
    /// The tool that agents call, if it is active.
    pub(in crate::admin) live: Option<Arc<dyn Tool>>,
    /// Whether the policy lets the caller call it.
    pub(in crate::admin) is_allowed: bool,
}

impl FoundTool {
    fn new(
        api: &Api,
        caller: &Requester,
        record: Option<Record>,
        live: Option<Arc<dyn Tool>>,
    ) -> Result<Option<Self>, Problem> {
        let name = match (&record, &live) {
            (Some(record), _) => record.spec.name().to_owned(),
            (None, Some(live)) => live.definition().name().to_owned(),
            (None, None) => return Ok(None),
        };
        let executor = api.executor()?;
        let is_allowed = live
            .as_ref()
            .is_some_and(|tool| caller.permit(executor, Arc::clone(tool)).is_some());
        let found = Self {
            name,
            record,
            live,
            is_allowed,
        };
        let is_seen = caller.is_admin() || found.is_allowed || found.is_owned_by(caller);
        Ok(is_seen.then_some(found))
    }

    /// Returns the tool `name`.
    ///
    /// # Errors
    /// If there is none, or the caller may not see it.
    pub(in crate::admin) fn find(
        api: &Api,
        caller: &Requester,
        name: &str,
    ) -> Result<Self, Problem> {
        let registered = match api.registry.get(name) {
            Some(record) => Self::new(api, caller, Some(record), api.registry.live(name))?,
            None => None,
        };
        // Somebody's tool that is off does not stand in the way of a built-in one of its name.
        let found = match registered {
            Some(found) => Some(found),
            None => {
                let snapshot = api.services()?.catalog().snapshot();
                Self::compiled(api, caller, snapshot.tool(name))?
            }
        };
        found.ok_or_else(|| Problem::unknown(texts::no_tool, name))
    }

    /// Returns the tool of the catalogue that is not in the registry.
    fn compiled(
        api: &Api,
        caller: &Requester,
        tool: Option<&Arc<dyn Tool>>,
    ) -> Result<Option<Self>, Problem> {
        let is_registered = |tool: &Arc<dyn Tool>| {
            let live = api.registry.live(tool.definition().name());
            live.is_some_and(|live| Arc::ptr_eq(&live, tool))
        };
        let tool = tool.filter(|tool| !is_registered(tool));
        Self::new(api, caller, None, tool.cloned())
    }

    /// Returns all tools that the caller may see, by name.
    ///
    /// # Errors
    /// If the server has not started.
    pub(super) fn all(api: &Api, caller: &Requester) -> Result<Vec<Self>, Problem> {
        let snapshot = api.services()?.catalog().snapshot();
        let mut tools: BTreeMap<String, Self> = BTreeMap::new();
        for record in api.registry.records() {
            let live = api.registry.live(record.spec.name());
            if let Some(found) = Self::new(api, caller, Some(record), live)? {
                tools.insert(found.name.clone(), found);
            }
        }
        for tool in snapshot.tools() {
            // The registry has its own tools, and knows sooner which of them are live.
            if !tools.contains_key(tool.definition().name())
                && let Some(found) = Self::compiled(api, caller, Some(tool))?
            {
                tools.insert(found.name.clone(), found);
            }
        }
        Ok(tools.into_values().collect())
    }

    /// Returns the tools that were removed and that the caller may restore, by name.
    ///
    /// # Errors
    /// If the registry cannot be read.
    pub(super) async fn removed(api: &Api, caller: &Requester) -> Result<Vec<Self>, Problem> {
        let removed = api.registry.removed().await?;
        let found = removed.into_iter().filter_map(|version| {
            // One that no longer fits this server cannot be restored either.
            let spec = ToolSpec::of_json(&version.tool, &version.spec?, api.registry.engines());
            Some(Self {
                name: version.tool,
                record: Some(Record::of_version(
                    Arc::new(spec.ok()?),
                    version.revision,
                    version.at,
                    version.by,
                )),
                live: None,
                is_allowed: false,
            })
        });
        Ok(found.filter(|tool| tool.is_editable(caller)).collect())
    }

    /// Returns what agents get, or would get if it were active.
    pub(super) fn definition(&self) -> Option<Cow<'_, ToolDef>> {
        match (&self.live, &self.record) {
            (Some(live), _) => Some(Cow::Borrowed(live.definition())),
            (None, Some(record)) => Some(Cow::Owned(record.spec.definition().0)),
            (None, None) => None,
        }
    }

    /// Returns where it comes from.
    pub(super) const fn origin(&self) -> &'static str {
        match self.record {
            Some(_) => "registry",
            None => "compiled",
        }
    }

    /// Returns whether it is switched on.
    pub(in crate::admin) fn is_active(&self) -> bool {
        let record = self.record.as_ref();
        record.is_none_or(|record| record.spec.is_active())
    }

    /// Returns the user that owns it.
    pub(super) fn owner(&self) -> Option<&str> {
        self.record.as_ref()?.spec.owner()
    }

    fn is_owned_by(&self, caller: &Requester) -> bool {
        self.owner() == Some(caller.name())
    }

    /// Returns whether the caller may change it.
    pub(super) fn is_editable(&self, caller: &Requester) -> bool {
        self.record.is_some()
            && (caller.is_admin() || caller.is_author() && self.is_owned_by(caller))
    }

    /// Returns the definition in the registry, which the caller may change.
    ///
    /// # Errors
    /// If it is not in the registry, or belongs to somebody else.
    pub(super) fn editable(self, caller: &Requester) -> Result<Record, Problem> {
        let name = &self.name;
        if !self.is_editable(caller) {
            let why = match (&self.record, caller.is_author()) {
                (None, _) => texts::compiled_in(name),
                (_, false) => texts::only_author(),
                (_, true) => texts::belongs_to_another(name),
            };
            return Err(Problem::forbidden(why));
        }
        let unknown = || Problem::unknown(texts::no_tool, name);
        self.record.clone().ok_or_else(unknown)
    }
}
