//! [`Policy`]: which tools may run; [`Permit`]: the proof that it was asked.

use std::{fmt, sync::Arc};

use crate::core::{NamePattern, Snapshot, Tool, ToolDef};

/// Which tools may run. What may not is not listed, and answers like what does not exist.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    rule: Rule,
}

#[derive(Debug, Clone, Default)]
enum Rule {
    #[default]
    All,
    None,
    Only(Arc<[NamePattern]>),
}

/// The proof that a tool may run: only [`Policy::check`] gives one, and nothing runs without.
pub struct Permit {
    tool: Arc<dyn Tool>,
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Permit")
            .field(&self.tool.definition().name())
            .finish()
    }
}

impl Permit {
    /// The tool that may run.
    #[must_use]
    pub fn tool(&self) -> &Arc<dyn Tool> {
        &self.tool
    }

    pub(super) fn into_tool(self) -> Arc<dyn Tool> {
        self.tool
    }
}

impl Policy {
    /// Every tool may run.
    #[must_use]
    pub const fn all() -> Self {
        Self { rule: Rule::All }
    }

    /// No tool may run.
    #[must_use]
    pub const fn none() -> Self {
        Self { rule: Rule::None }
    }

    /// Only tools whose names look like one of these may run.
    pub fn only(names: impl IntoIterator<Item = NamePattern>) -> Self {
        Self {
            rule: Rule::Only(names.into_iter().collect()),
        }
    }

    /// Whether nothing may run at all.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self.rule, Rule::None)
    }

    /// Whether the tool may run.
    #[must_use]
    pub fn allows(&self, tool: &ToolDef) -> bool {
        match &self.rule {
            Rule::All => true,
            Rule::None => false,
            Rule::Only(names) => names.iter().any(|name| name.matches(tool.name())),
        }
    }

    /// The permit for `tool`, or the tool again.
    ///
    /// # Errors
    /// When the tool may not run.
    pub fn check(&self, tool: Arc<dyn Tool>) -> Result<Permit, Arc<dyn Tool>> {
        if self.allows(tool.definition()) {
            Ok(Permit { tool })
        } else {
            Err(tool)
        }
    }

    /// The patterns that no tool looks like: misspelt, most likely.
    pub fn idle_patterns<'a>(
        &'a self,
        snapshot: &'a Snapshot,
    ) -> impl Iterator<Item = &'a NamePattern> {
        let names: &[NamePattern] = match &self.rule {
            Rule::Only(names) => names,
            Rule::All | Rule::None => &[],
        };
        names.iter().filter(|pattern| {
            !snapshot
                .tools()
                .any(|tool| pattern.matches(tool.definition().name()))
        })
    }
}
