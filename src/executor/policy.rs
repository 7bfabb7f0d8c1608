//! [`Policy`]: the tools that may run; [`Permit`]: the proof that a tool was checked against it.

use std::{fmt, sync::Arc};

use crate::core::{NamePattern, Snapshot, Tool, ToolDef};

/// The tools that may run.
///
/// A tool that may not run is not listed, and a call of it gets the same error as a call of a tool
/// that does not exist.
///
/// ```
/// use toolwright::{
///     ToolDef,
///     govern::{NamePattern, Policy},
/// };
///
/// let policy = Policy::only([NamePattern::new("get_*"), NamePattern::new("add")]);
/// assert!(policy.allows(&ToolDef::new("get_weather", "Get the weather.")));
/// assert!(!policy.allows(&ToolDef::new("delete_all", "Delete everything.")));
/// ```
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

/// The proof that a tool may run.
///
/// Only [`Policy::check`] creates permits, and [`Executor::run`](super::Executor::run) takes one by
/// value. A call that was not checked does not compile.
///
/// ```
/// use toolwright::{govern::Policy, prelude::*};
///
/// /// Say hello.
/// #[tool]
/// async fn hello() -> String {
///     "hello".into()
/// }
///
/// let tool = tools![hello].remove(0);
/// let permit = Policy::all().check(tool.clone()).ok().expect("every tool is allowed");
/// assert_eq!(permit.tool().definition().name(), "hello");
/// assert!(Policy::none().check(tool).is_err());
/// ```
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
    /// Returns the tool that may run.
    #[must_use]
    pub fn tool(&self) -> &Arc<dyn Tool> {
        &self.tool
    }

    pub(super) fn into_tool(self) -> Arc<dyn Tool> {
        self.tool
    }
}

impl Policy {
    /// Creates a policy that allows every tool.
    #[must_use]
    pub const fn all() -> Self {
        Self { rule: Rule::All }
    }

    /// Creates a policy that allows no tool.
    #[must_use]
    pub const fn none() -> Self {
        Self { rule: Rule::None }
    }

    /// Creates a policy that allows the tools whose names match one of the patterns.
    pub fn only(names: impl IntoIterator<Item = NamePattern>) -> Self {
        Self {
            rule: Rule::Only(names.into_iter().collect()),
        }
    }

    /// Returns `true` if no tool may run.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self.rule, Rule::None)
    }

    /// Returns `true` if `tool` may run.
    #[must_use]
    pub fn allows(&self, tool: &ToolDef) -> bool {
        match &self.rule {
            Rule::All => true,
            Rule::None => false,
            Rule::Only(names) => names.iter().any(|name| name.matches(tool.name())),
        }
    }

    /// Returns a permit for `tool`.
    ///
    /// # Errors
    /// Returns `tool` itself if it may not run.
    pub fn check(&self, tool: Arc<dyn Tool>) -> Result<Permit, Arc<dyn Tool>> {
        if self.allows(tool.definition()) {
            Ok(Permit { tool })
        } else {
            Err(tool)
        }
    }

    /// Returns the patterns that match no tool of `snapshot`. They are probably misspelt.
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
