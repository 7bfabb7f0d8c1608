//! [`ToolDef`]: what a tool says about itself.

use std::{collections::BTreeSet, time::Duration};

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Value, json};

use super::{hints::Hints, rate_limit::RateLimit, task_support::TaskSupport};
use crate::core::{
    content::Meta,
    schema::{InputSchema, Schema},
};

/// What a tool says about itself: the name, the description, the schemas, the hints, the limits.
///
/// It serialises to the `Tool` of the protocol.
#[derive(Debug, Clone)]
pub struct ToolDef {
    name: String,
    title: Option<String>,
    description: String,
    input_schema: Schema,
    output_schema: Option<Schema>,
    hints: Hints,
    tags: BTreeSet<String>,
    scopes: BTreeSet<String>,
    timeout: Option<Duration>,
    parallel: bool,
    typed: bool,
    rate_limit: RateLimit,
    kind: &'static str,
    task: TaskSupport,
    meta: Meta,
}

impl ToolDef {
    /// A tool by its name and by what the model reads about it; without parameters.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            input_schema: InputSchema::new().build(),
            output_schema: None,
            hints: Hints::default(),
            tags: BTreeSet::new(),
            scopes: BTreeSet::new(),
            timeout: None,
            parallel: false,
            typed: false,
            rate_limit: RateLimit::default(),
            kind: "builtin",
            task: TaskSupport::None,
            meta: Meta::new(),
        }
    }

    /// Its parameters.
    #[must_use]
    pub fn with_input(self, input: InputSchema) -> Self {
        self.with_input_schema(input.build())
    }

    /// Its parameters as a JSON schema, which must be of type `object`.
    #[must_use]
    pub fn with_input_schema(mut self, schema: Schema) -> Self {
        self.input_schema = schema;
        self
    }

    /// Its result.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Option<Schema>) -> Self {
        self.output_schema = schema;
        self
    }

    /// A name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// A word to find it by.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.insert(tag.into());
        self
    }

    /// A scope that its caller must have.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scopes.insert(scope.into());
        self
    }

    /// How long a call may take.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// It changes nothing.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.hints.read_only = Some(true);
        self
    }

    /// It can destroy something.
    #[must_use]
    pub const fn destructive(mut self) -> Self {
        self.hints.destructive = Some(true);
        self
    }

    /// Calling it twice is like calling it once.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.hints.idempotent = Some(true);
        self
    }

    /// It reaches things outside of this server.
    #[must_use]
    pub const fn open_world(mut self) -> Self {
        self.hints.open_world = Some(true);
        self
    }

    /// Several calls may run at once.
    #[must_use]
    pub const fn parallel(mut self) -> Self {
        self.parallel = true;
        self
    }

    /// How often one caller may call it, where calls are governed.
    #[must_use]
    pub const fn with_rate_limit(mut self, limit: RateLimit) -> Self {
        self.rate_limit = limit;
        self
    }

    /// What stands behind it, for the execution log: `builtin`, a part of the program, where it is not said.
    #[must_use]
    pub const fn with_kind(mut self, kind: &'static str) -> Self {
        self.kind = kind;
        self
    }

    /// Types of Rust read its arguments and write its result: `#[tool]` says so, and nobody has to check them against the schemas again.
    #[doc(hidden)]
    #[must_use]
    pub const fn typed(mut self) -> Self {
        self.typed = true;
        self
    }

    /// A client that knows tasks gets one; others wait for the answer.
    #[must_use]
    pub const fn task(mut self) -> Self {
        self.task = TaskSupport::Optional;
        self
    }

    /// Only a client that knows tasks can call it.
    #[must_use]
    pub const fn task_required(mut self) -> Self {
        self.task = TaskSupport::Required;
        self
    }

    /// The call becomes a task when the function says so, with [`Context::background`](crate::Context::background).
    #[must_use]
    pub const fn task_on_demand(mut self) -> Self {
        self.task = TaskSupport::OnDemand;
        self
    }

    /// A key of the tool's `_meta`.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// The same tool under another name, as [`Server::mount`](crate::Server::mount) gives it.
    #[must_use]
    pub fn renamed(&self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self.clone()
        }
    }

    /// The name that callers use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people, if there is one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What the model reads about it.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The schema of its arguments.
    #[must_use]
    pub const fn input_schema(&self) -> &Schema {
        &self.input_schema
    }

    /// The schema of its structured result.
    #[must_use]
    pub const fn output_schema(&self) -> Option<&Schema> {
        self.output_schema.as_ref()
    }

    /// What a client may assume about it.
    #[must_use]
    pub const fn hints(&self) -> Hints {
        self.hints
    }

    /// The words to find it by.
    #[must_use]
    pub const fn tags(&self) -> &BTreeSet<String> {
        &self.tags
    }

    /// The scopes that its caller must have.
    #[must_use]
    pub const fn scopes(&self) -> &BTreeSet<String> {
        &self.scopes
    }

    /// How long a call may take, where it says.
    #[must_use]
    pub const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Whether several calls may run at once.
    #[must_use]
    pub const fn is_parallel(&self) -> bool {
        self.parallel
    }

    /// How often one caller may call it.
    #[must_use]
    pub const fn rate_limit(&self) -> RateLimit {
        self.rate_limit
    }

    /// What stands behind it: `builtin`, `sql`, `http`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    /// Whether types of Rust read its arguments and write its result.
    #[must_use]
    pub const fn is_typed(&self) -> bool {
        self.typed
    }

    /// Whether a call may go on in the background.
    #[must_use]
    pub const fn task_support(&self) -> TaskSupport {
        self.task
    }

    /// The parameters that clients repeat in headers, as (parameter, header).
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let properties = self
            .input_schema
            .get("properties")
            .and_then(Value::as_object);
        properties
            .into_iter()
            .flatten()
            .filter_map(|(name, property)| {
                property
                    .get("x-mcp-header")
                    .and_then(Value::as_str)
                    .map(|header| (name.as_str(), header))
            })
    }

    fn wire_meta(&self) -> Meta {
        let mut meta = self.meta.clone();
        if !self.tags.is_empty() {
            meta.insert("toolwright/tags".into(), json!(self.tags));
        }
        meta
    }
}

impl Serialize for ToolDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if let Some(title) = &self.title {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("description", &self.description)?;
        map.serialize_entry("inputSchema", &self.input_schema)?;
        if let Some(schema) = &self.output_schema {
            map.serialize_entry("outputSchema", schema)?;
        }
        if self.hints != Hints::default() {
            map.serialize_entry("annotations", &self.hints)?;
        }
        let meta = self.wire_meta();
        if !meta.is_empty() {
            map.serialize_entry("_meta", &meta)?;
        }
        map.end()
    }
}
