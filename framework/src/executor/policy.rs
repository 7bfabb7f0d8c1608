//! [`Policy`]: what may be used; [`View`]: what one caller may use; [`Permit`] and [`ItemPermit`]:
//! the proofs that it was asked. An [`Item`] is a resource or a prompt.

use std::{fmt, sync::Arc};

use super::text_prompt::TextPrompt;
use crate::core::{
    Belonging, ClientProfile, FoundResource, NamePattern, Prompt, PromptDef, Resource, ResourceDef,
    Rights, Snapshot, Tool, ToolDef, VirtualServer,
};

/// The tools that may run, and with them the resources and prompts that may be used.
///
/// A tool that may not run is not listed, and a call of it gets the same error as a call of a tool
/// that does not exist. The same holds for the resources and prompts that belong to it. One that
/// belongs to no tool is treated like a tool of its own name.
///
/// The policy of a server holds for everybody. What a caller with an
/// [identity](crate::access::Identity) may call beyond that is up to its
/// [rights](crate::access::Rights): [`check`](Self::check) asks for both.
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
/// use toolwright::{call::ClientProfile, govern::Policy, prelude::*};
///
/// /// Say hello.
/// #[tool]
/// async fn hello() -> String {
///     "hello".into()
/// }
///
/// let tool = tools![hello].remove(0);
/// let client = ClientProfile::default();
/// let permit = Policy::all().check(&client, tool.clone()).ok().expect("every tool is allowed");
/// assert_eq!(permit.tool().definition().name(), "hello");
/// assert!(Policy::none().check(&client, tool).is_err());
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

/// The proof that a resource or a prompt may be used.
///
/// Only the [`Policy`] creates it, and whatever uses an item takes one by value.
pub struct ItemPermit<T> {
    item: T,
    name: String,
    is_of_tool: bool,
}

impl<T> fmt::Debug for ItemPermit<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ItemPermit").field(&self.name).finish()
    }
}

impl<T> ItemPermit<T> {
    /// Returns the item that may be used.
    #[must_use]
    pub const fn item(&self) -> &T {
        &self.item
    }

    /// Returns the name of the tool that the item belongs to, if there is one.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        self.is_of_tool.then_some(self.name.as_str())
    }

    /// Returns the item, and the name that its use is logged under.
    pub(super) fn into_parts(self) -> (T, String) {
        (self.item, self.name)
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

    /// Returns `true` if `tool` may run, for a caller whose rights are not limited.
    #[must_use]
    pub fn allows(&self, tool: &ToolDef) -> bool {
        self.allows_name(tool.name())
    }

    /// Returns `true` if the resource or the prompt `item` may be used, by a caller whose rights are
    /// not limited.
    pub(crate) fn allows_item(&self, item: &impl Item) -> bool {
        match item.belonging() {
            // Nobody gets the name of a page without a call.
            Belonging::Calls => !self.is_none(),
            belonging => self.allows_name(belonging.name(item.name())),
        }
    }

    fn allows_name(&self, name: &str) -> bool {
        match &self.rule {
            Rule::All => true,
            Rule::None => false,
            Rule::Only(names) => names.iter().any(|pattern| pattern.matches(name)),
        }
    }

    /// Returns a permit for `client` to call `tool`.
    ///
    /// # Errors
    /// Returns `tool` itself if it may not run, or not for this client.
    pub fn check(
        &self,
        client: &ClientProfile,
        tool: Arc<dyn Tool>,
    ) -> Result<Permit, Arc<dyn Tool>> {
        self.check_limits(Limits::of(client), tool)
    }

    pub(super) fn check_limits(
        &self,
        limits: Limits<'_>,
        tool: Arc<dyn Tool>,
    ) -> Result<Permit, Arc<dyn Tool>> {
        if self.allows(tool.definition()) && limits.allow(tool.definition()) {
            Ok(Permit { tool })
        } else {
            Err(tool)
        }
    }

    /// Returns `true` if only the whitelist stands between `tool` and a caller with these rights.
    ///
    /// The whitelist is no secret, but a tool that the caller may not see is: for such a tool it
    /// returns `false`.
    pub(super) fn blocks(&self, limits: Limits<'_>, tool: &ToolDef) -> bool {
        let is_whitelist = matches!(self.rule, Rule::Only(_));
        is_whitelist && !self.allows(tool) && limits.allow(tool)
    }

    /// Returns the patterns that match nothing in `snapshot`. They are probably misspelt.
    #[doc(hidden)]
    pub fn idle_patterns<'a>(
        &'a self,
        snapshot: &'a Snapshot,
    ) -> impl Iterator<Item = &'a NamePattern> {
        let names: &[NamePattern] = match &self.rule {
            Rule::Only(names) => names,
            Rule::All | Rule::None => &[],
        };
        let is_used = |pattern: &NamePattern| {
            let mut tools = snapshot.tools().map(|tool| tool.definition().name());
            let mut resources = snapshot.resources().chain(snapshot.templates());
            let mut prompts = snapshot.prompts();
            tools.any(|name| pattern.matches(name))
                || resources.any(|resource| decides(pattern, resource.definition()))
                || prompts.any(|prompt| decides(pattern, prompt.definition()))
        };
        names.iter().filter(move |pattern| !is_used(pattern))
    }
}

/// The part of a catalogue that one caller may use. The lists of a server are made with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    policy: &'a Policy,
    limits: Limits<'a>,
    snapshot: &'a Snapshot,
}

impl<'a> View<'a> {
    pub(super) const fn new(
        policy: &'a Policy,
        limits: Limits<'a>,
        snapshot: &'a Snapshot,
    ) -> Self {
        Self {
            policy,
            limits,
            snapshot,
        }
    }

    /// Returns the catalogue, with what the caller may not use.
    pub(crate) const fn snapshot(&self) -> &'a Snapshot {
        self.snapshot
    }

    /// Returns `true` if the caller may call `tool`.
    pub(crate) fn allows(&self, tool: &ToolDef) -> bool {
        self.policy.allows(tool) && self.limits.allow(tool)
    }

    /// Returns `true` if the caller may use the resource or the prompt `item`.
    pub(crate) fn allows_item(&self, item: &impl Item) -> bool {
        self.policy.allows_item(item)
            && (self.limits.is_unlimited()
                || match item.belonging() {
                    Belonging::Calls => true,
                    Belonging::Itself => self.limits.allow_name(item.name()),
                    // Nobody may call a tool that is not there, for instance one that was switched off.
                    Belonging::Tool(name) => self
                        .snapshot
                        .tool(name)
                        .is_some_and(|tool| self.limits.allow(tool.definition())),
                })
    }

    /// Returns the prompt of the virtual server that the caller is connected to.
    pub(crate) fn own_prompt(&self) -> Option<Arc<dyn Prompt>> {
        let server = self.limits.server?;
        let prompt = server.own_prompt().filter(|_| !self.policy.is_none())?;
        let (description, text) = (&prompt.description, Arc::clone(&prompt.text));
        Some(Arc::new(TextPrompt::new(server.name(), description, text)))
    }

    /// Returns a permit for the resource or the prompt `item`, or `None` if it may not be used.
    pub(super) fn check_item<T: Item>(&self, item: T) -> Option<ItemPermit<T>> {
        self.allows_item(&item).then(|| ItemPermit {
            name: item.belonging().name(item.name()).to_owned(),
            is_of_tool: matches!(item.belonging(), Belonging::Tool(_)),
            item,
        })
    }
}

/// Returns `true` if `pattern` allows `item`.
fn decides(pattern: &NamePattern, item: &impl Item) -> bool {
    pattern.matches(item.belonging().name(item.name()))
}

/// The limits of a caller, within those of the policy: their rights, and the part of the server that they are
/// connected to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Limits<'a> {
    rights: Option<&'a Rights>,
    server: Option<&'a VirtualServer>,
}

impl<'a> Limits<'a> {
    /// Returns the limits of a client.
    pub(super) fn of(client: &'a ClientProfile) -> Self {
        Self {
            rights: client.rights(),
            server: client.virtual_server.as_deref(),
        }
    }

    /// Returns whether there are none.
    pub(super) const fn is_unlimited(&self) -> bool {
        self.rights.is_none() && self.server.is_none()
    }

    fn allow(&self, tool: &ToolDef) -> bool {
        let may_call = |rights: &Rights| rights.may_call(tool.name(), tool.scopes(), tool.owner());
        self.rights.is_none_or(may_call)
            && self
                .server
                .is_none_or(|server| server.has_tool(tool.name()))
    }

    /// Returns whether they allow an item that belongs to no tool. A virtual server has none of those.
    fn allow_name(&self, name: &str) -> bool {
        self.server.is_none() && self.rights.is_none_or(|rights| rights.may_use(name))
    }
}

/// A resource or a prompt, as the policy sees it.
pub(crate) trait Item {
    /// The name of the item.
    fn name(&self) -> &str;

    /// Returns the owner of the item.
    fn belonging(&self) -> &Belonging;
}

impl Item for ResourceDef {
    fn name(&self) -> &str {
        Self::name(self)
    }

    fn belonging(&self) -> &Belonging {
        Self::belonging(self)
    }
}

impl Item for PromptDef {
    fn name(&self) -> &str {
        Self::name(self)
    }

    fn belonging(&self) -> &Belonging {
        Self::belonging(self)
    }
}

impl Item for FoundResource {
    fn name(&self) -> &str {
        self.definition().name()
    }

    fn belonging(&self) -> &Belonging {
        self.definition().belonging()
    }
}

impl Item for Arc<dyn Resource> {
    fn name(&self) -> &str {
        self.definition().name()
    }

    fn belonging(&self) -> &Belonging {
        self.definition().belonging()
    }
}

impl Item for Arc<dyn Prompt> {
    fn name(&self) -> &str {
        self.definition().name()
    }

    fn belonging(&self) -> &Belonging {
        self.definition().belonging()
    }
}
