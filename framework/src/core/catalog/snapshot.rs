//! [`Snapshot`]: the tools, resources and prompts at one moment, and the search for one of them.

use std::{collections::BTreeMap, fmt, sync::Arc};

use super::source::{Change, ToolSource};
use crate::core::{
    call::Context,
    error::ToolError,
    prompt::Prompt,
    resource::{
        Match, Resource, ResourceDef, ResourceOutput, ResourceWatch, TemplateError, UriTemplate,
    },
    tool::Tool,
    variables::Variables,
};

/// The items of a catalogue at one moment, ordered by name.
#[derive(Clone, Default)]
pub struct Snapshot {
    tools: BTreeMap<String, Arc<dyn Tool>>,
    prompts: BTreeMap<String, Arc<dyn Prompt>>,
    resources: BTreeMap<String, Arc<dyn Resource>>,
    templates: BTreeMap<String, (UriTemplate, Arc<dyn Resource>)>,
    /// Whether something tells which scopes a caller has.
    pub(super) knows_scopes: bool,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("tools", &self.tools.keys())
            .field("prompts", &self.prompts.keys())
            .field("resources", &self.resources.keys())
            .field("templates", &self.templates.keys())
            .finish()
    }
}

impl Snapshot {
    /// Returns all tools, ordered by name.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = &Arc<dyn Tool>> {
        self.tools.values()
    }

    /// Returns all prompts, ordered by name.
    pub fn prompts(&self) -> impl ExactSizeIterator<Item = &Arc<dyn Prompt>> {
        self.prompts.values()
    }

    /// Returns all resources with a fixed URI, ordered by URI.
    pub fn resources(&self) -> impl ExactSizeIterator<Item = &Arc<dyn Resource>> {
        self.resources.values()
    }

    /// Returns all resources with a template, ordered by template.
    pub fn templates(&self) -> impl ExactSizeIterator<Item = &Arc<dyn Resource>> {
        self.templates.values().map(|(_, resource)| resource)
    }

    /// Returns the tool of this name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.tools.get(name)
    }

    /// Returns the prompt of this name.
    #[must_use]
    pub fn prompt(&self, name: &str) -> Option<&Arc<dyn Prompt>> {
        self.prompts.get(name)
    }

    /// Returns the resource whose URI or template is exactly this text.
    #[must_use]
    pub fn resource(&self, uri: &str) -> Option<&Arc<dyn Resource>> {
        self.resources
            .get(uri)
            .or_else(|| self.templates.get(uri).map(|(_, resource)| resource))
    }

    /// Finds the resource to read `uri` from: the one at that URI, or else the template with the
    /// longest literal part.
    ///
    /// # Errors
    /// Fails if there is none, or if a value in the URI could escape from its place.
    pub fn find_resource(&self, uri: &str) -> Result<FoundResource, ToolError> {
        let missing = || ToolError::not_found("resource", uri);
        if let Some(resource) = self.resources.get(uri) {
            let variables = Variables::of_uri(uri.to_owned(), BTreeMap::new());
            return Ok(FoundResource::new(Arc::clone(resource), variables));
        }
        let (_, found, resource) = self
            .templates
            .values()
            .filter_map(|(template, resource)| match template.matches(uri) {
                Match::No => None,
                found => Some((template.fixed_length(), found, resource)),
            })
            .max_by_key(|(length, ..)| *length)
            .ok_or_else(missing)?;
        match found {
            Match::Yes(values) => Ok(FoundResource::new(
                Arc::clone(resource),
                Variables::of_uri(uri.to_owned(), values),
            )),
            _ => Err(missing()),
        }
    }

    pub(super) fn add_tool(&mut self, tool: Arc<dyn Tool>) -> Result<(), CatalogError> {
        let name = tool.definition().name().to_owned();
        if !is_name(&name) {
            return Err(CatalogError::Name { name });
        }
        if let Some((which, problem)) = tool.definition().schema_problem() {
            let problem = problem.to_owned();
            return Err(CatalogError::Schema {
                name,
                which,
                problem,
            });
        }
        if let Some(scope) = tool.definition().scopes().first()
            && !self.knows_scopes
        {
            let scope = scope.clone();
            return Err(CatalogError::Scope { name, scope });
        }
        insert(&mut self.tools, "tool", name, tool)
    }

    /// Adds the items of `source`, in place of the tools that it replaces. Returns why items are
    /// left out.
    pub(super) fn add_all(&mut self, source: &dyn ToolSource) -> Vec<CatalogError> {
        for name in source.replaces() {
            // One that is not there needs no replacement.
            self.tools.remove(&name);
        }
        let tools = source.tools().into_iter();
        let mut added: Vec<_> = tools.map(|tool| self.add_tool(tool)).collect();
        let resources = source.resources().into_iter();
        added.extend(resources.map(|resource| self.add_resource(resource)));
        let prompts = source.prompts().into_iter();
        added.extend(prompts.map(|prompt| self.add_prompt(prompt)));
        added.into_iter().filter_map(Result::err).collect()
    }

    pub(super) fn remove_tool(&mut self, name: &str) -> Result<(), CatalogError> {
        remove(&mut self.tools, "tool", name)
    }

    pub(super) fn add_prompt(&mut self, prompt: Arc<dyn Prompt>) -> Result<(), CatalogError> {
        let name = prompt.definition().name().to_owned();
        insert(&mut self.prompts, "prompt", name, prompt)
    }

    pub(super) fn remove_prompt(&mut self, name: &str) -> Result<(), CatalogError> {
        remove(&mut self.prompts, "prompt", name)
    }

    pub(super) fn add_resource(&mut self, resource: Arc<dyn Resource>) -> Result<(), CatalogError> {
        let uri = resource.definition().uri().to_owned();
        if resource.definition().is_template() {
            let template = UriTemplate::parse(&uri)?;
            return insert(&mut self.templates, "resource", uri, (template, resource));
        }
        insert(&mut self.resources, "resource", uri, resource)
    }

    pub(super) fn remove_resource(&mut self, uri: &str) -> Result<(), CatalogError> {
        remove(&mut self.resources, "resource", uri)
            .or_else(|_| remove(&mut self.templates, "resource", uri))
    }
}

fn is_name(name: &str) -> bool {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-./".contains(letter);
    (1..=64).contains(&name.len()) && name.chars().all(allowed)
}

fn insert<T>(
    map: &mut BTreeMap<String, T>,
    kind: &'static str,
    name: String,
    value: T,
) -> Result<(), CatalogError> {
    if map.contains_key(&name) {
        return Err(CatalogError::Duplicate { kind, name });
    }
    map.insert(name, value);
    Ok(())
}

fn remove<T>(
    map: &mut BTreeMap<String, T>,
    kind: &'static str,
    name: &str,
) -> Result<(), CatalogError> {
    match map.remove(name) {
        Some(_) => Ok(()),
        None => Err(CatalogError::Unknown {
            kind,
            name: name.to_owned(),
        }),
    }
}

/// A resource that was found for a URI, with the values of its variables.
#[derive(Clone)]
pub struct FoundResource {
    resource: Arc<dyn Resource>,
    variables: Variables,
}

impl fmt::Debug for FoundResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoundResource")
            .field("variables", &self.variables)
            .finish_non_exhaustive()
    }
}

impl FoundResource {
    /// Creates a resource with the values of its variables.
    ///
    /// ```
    /// use toolwright::{catalog::FoundResource, prelude::*, resource::Variables};
    ///
    /// /// The motto of the house.
    /// #[resource("house://motto")]
    /// async fn motto() -> &'static str {
    ///     "Measure twice, cut once."
    /// }
    ///
    /// let found = FoundResource::new(resources![motto].remove(0), Variables::default());
    /// assert_eq!(found.definition().uri(), "house://motto");
    /// ```
    #[must_use]
    pub const fn new(resource: Arc<dyn Resource>, variables: Variables) -> Self {
        Self {
            resource,
            variables,
        }
    }

    /// Returns the definition of the resource.
    #[must_use]
    pub fn definition(&self) -> &ResourceDef {
        self.resource.definition()
    }

    /// The URI that was found.
    #[must_use]
    pub fn uri(&self) -> &str {
        self.variables.uri()
    }

    /// Begins to follow the resource.
    ///
    /// ```
    /// use toolwright::{Catalog, resource::ResourceWatch};
    ///
    /// fn follow(catalog: &Catalog, uri: &str) -> Option<ResourceWatch> {
    ///     catalog.snapshot().find_resource(uri).ok()?.watch()
    /// }
    /// ```
    #[must_use]
    pub fn watch(&self) -> Option<ResourceWatch> {
        self.resource.watch(self.uri())
    }

    /// Reads the resource.
    ///
    /// # Errors
    /// Returns the error of the resource.
    pub async fn read(self, context: Context) -> Result<ResourceOutput, ToolError> {
        self.resource.read(context, self.variables).await
    }
}

/// A tool, a resource or a prompt, or a list of them, as `tools![…]` returns it.
///
/// [`Catalog::add`](super::Catalog::add) takes one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be added to a catalogue",
    note = "add `tools![…]`, `resources![…]`, `prompts![…]` or one of their items"
)]
pub trait CatalogItem {
    /// The change to announce.
    const CHANGE: Change;

    /// Adds it to a snapshot.
    ///
    /// # Errors
    /// Fails if the snapshot does not accept it.
    fn add_to(self, snapshot: &mut Snapshot) -> Result<(), CatalogError>;

    /// Returns the names of the tools among it.
    fn tool_names(&self) -> Vec<String> {
        Vec::new()
    }
}

impl CatalogItem for Arc<dyn Tool> {
    const CHANGE: Change = Change::Tools;

    fn add_to(self, snapshot: &mut Snapshot) -> Result<(), CatalogError> {
        snapshot.add_tool(self)
    }

    fn tool_names(&self) -> Vec<String> {
        vec![self.definition().name().to_owned()]
    }
}

macro_rules! items {
    ($($item:ty, $change:ident, $add:ident;)*) => {$(
        impl CatalogItem for $item {
            const CHANGE: Change = Change::$change;

            fn add_to(self, snapshot: &mut Snapshot) -> Result<(), CatalogError> {
                snapshot.$add(self)
            }
        }
    )*};
}
items! {
    Arc<dyn Resource>, Resources, add_resource;
    Arc<dyn Prompt>, Prompts, add_prompt;
}

impl<T: CatalogItem> CatalogItem for Vec<T> {
    const CHANGE: Change = T::CHANGE;

    fn add_to(self, snapshot: &mut Snapshot) -> Result<(), CatalogError> {
        self.into_iter().try_for_each(|item| item.add_to(snapshot))
    }

    fn tool_names(&self) -> Vec<String> {
        self.iter().flat_map(CatalogItem::tool_names).collect()
    }
}

/// The reason why a catalogue does not accept an item, or cannot remove it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// Another item has this name or URI.
    #[error("duplicate {kind} `{name}`")]
    Duplicate {
        /// `tool`, `resource` or `prompt`.
        kind: &'static str,
        /// The name or the URI.
        name: String,
    },
    /// There is no such item.
    #[error("unknown {kind} `{name}`")]
    Unknown {
        /// `tool`, `resource` or `prompt`.
        kind: &'static str,
        /// The name or the URI.
        name: String,
    },
    /// Clients do not accept this name.
    #[error("invalid name `{name}`: expected 1 to 64 letters, digits, `_`, `-`, `.` or `/`")]
    Name {
        /// The name.
        name: String,
    },
    /// A schema of the tool is not one, or not of type `object`, and clients would not accept it.
    #[error("the {which} schema of the tool `{name}` {problem}")]
    Schema {
        /// The tool.
        name: String,
        /// `input` or `output`.
        which: &'static str,
        /// The problem, and its place in the schema.
        problem: String,
    },
    /// The tool wants its callers to have a scope, and nothing here can tell what a caller has.
    #[error(
        "the tool `{name}` wants the scope `{scope}`, but nothing says which scopes a caller has: \
         without `Server::authenticate` everybody could call it"
    )]
    Scope {
        /// The tool.
        name: String,
        /// The first of its scopes.
        scope: String,
    },
    /// The URI template is not valid.
    #[error(transparent)]
    Template(#[from] TemplateError),
}
