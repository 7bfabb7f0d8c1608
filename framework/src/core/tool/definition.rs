//! [`ToolDef`]: the definition of a tool.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use serde_json::Value;

use super::{
    checked_schema::CheckedSchema,
    hints::{Hints, Icon, RateLimit, TaskSupport},
    mirrored_headers::headers,
};
use crate::core::{
    content::Meta,
    schema::{InputSchema, Schema},
};

/// The keyword by which FastMCP clients know that a result is wrapped, and unwrap it.
pub(super) const WRAPPED: &str = "x-fastmcp-wrap-result";

/// The definition of a tool: its name, description, schemas, hints and limits.
///
/// It serialises to the protocol's `Tool`. `#[tool]` writes the definition of a function. Other
/// tools build theirs:
///
/// ```
/// use std::time::Duration;
/// use toolwright::{
///     ToolDef,
///     schema::{InputSchema, Parameter},
/// };
///
/// let definition = ToolDef::new("forecast", "Forecast the weather.")
///     .with_input(InputSchema::new().parameter(Parameter::<String>::new("city")))
///     .with_timeout(Duration::from_secs(5))
///     .tag("weather")
///     .read_only();
/// assert_eq!(definition.timeout(), Some(Duration::from_secs(5)));
/// assert_eq!(definition.hints().read_only, Some(true));
/// ```
#[derive(Debug, Clone)]
pub struct ToolDef {
    name: String,
    title: Option<String>,
    pub(super) description: String,
    input_schema: CheckedSchema,
    output_schema: Option<CheckedSchema>,
    hints: Hints,
    tags: BTreeSet<String>,
    pub(super) scopes: BTreeSet<String>,
    pub(super) owner: Option<Arc<str>>,
    timeout: Option<Duration>,
    parallel: bool,
    typed: bool,
    rate_limit: RateLimit,
    keeps_limits: bool,
    kind: &'static str,
    task: TaskSupport,
    pub(super) meta: Meta,
    pub(super) icons: Vec<Icon>,
    pub(super) crate_version: Option<&'static str>,
    pub(super) usage_examples: Vec<String>,
}

impl ToolDef {
    /// Creates the definition of a tool without parameters. The model reads the description.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            input_schema: CheckedSchema::new(InputSchema::new().build()),
            output_schema: None,
            hints: Hints::default(),
            tags: BTreeSet::new(),
            scopes: BTreeSet::new(),
            owner: None,
            timeout: None,
            parallel: false,
            typed: false,
            rate_limit: RateLimit::default(),
            keeps_limits: false,
            kind: "builtin",
            task: TaskSupport::None,
            meta: Meta::new(),
            icons: Vec::new(),
            crate_version: None,
            usage_examples: Vec::new(),
        }
    }

    /// Sets the parameters.
    #[must_use]
    pub fn with_input(self, input: InputSchema) -> Self {
        self.with_input_schema(input.build())
    }

    /// Sets the parameters as a JSON schema, which must be of type `object`.
    ///
    /// A catalogue does not accept a tool whose schema is not one. Boolean schemas are written as
    /// objects, since many clients accept only those:
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use toolwright::ToolDef;
    ///
    /// let Value::Object(schema) = json!({"type": "object", "properties": {"raw": true}}) else {
    ///     unreachable!()
    /// };
    /// let definition = ToolDef::new("store", "Store a value.").with_input_schema(schema);
    /// assert_eq!(definition.input_schema()["properties"], json!({"raw": {}}));
    /// ```
    #[must_use]
    pub fn with_input_schema(mut self, schema: Schema) -> Self {
        self.input_schema = CheckedSchema::new(schema);
        self
    }

    /// Sets the schema of the structured result, which must be of type `object`.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Option<Schema>) -> Self {
        self.output_schema = schema.map(CheckedSchema::new);
        self
    }

    /// Sets a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds a tag.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.insert(tag.into());
        self
    }

    /// Sets how long a call may take.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets all hints.
    #[must_use]
    pub const fn with_hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    /// Hints that the tool changes nothing.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.hints.read_only = Some(true);
        self
    }

    /// Hints that the tool may destroy something.
    #[must_use]
    pub const fn destructive(mut self) -> Self {
        self.hints.destructive = Some(true);
        self
    }

    /// Hints that calling the tool twice is like calling it once.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.hints.idempotent = Some(true);
        self
    }

    /// Hints that the tool reaches things outside of this server.
    #[must_use]
    pub const fn open_world(mut self) -> Self {
        self.hints.open_world = Some(true);
        self
    }

    /// Allows calls to run at the same time.
    #[must_use]
    pub const fn parallel(mut self) -> Self {
        self.parallel = true;
        self
    }

    /// Sets how often one caller may call the tool, in place of the server's limits. Applies on servers
    /// with governance.
    #[must_use]
    pub const fn with_rate_limit(mut self, limit: RateLimit) -> Self {
        self.rate_limit = limit;
        self
    }

    /// Lets the limits of the server hold where they are stricter than those of the tool, for example
    /// because somebody other than its operator defined the tool.
    #[doc(hidden)]
    #[must_use]
    pub const fn keeping_limits(mut self) -> Self {
        self.keeps_limits = true;
        self
    }

    /// Sets the kind of implementation, for the execution log. The default is `builtin`.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_kind(mut self, kind: &'static str) -> Self {
        self.kind = kind;
        self
    }

    /// Says that Rust types parse the arguments and serialise the result, so that they need not be
    /// validated against the schemas again. `#[tool]` sets this.
    #[doc(hidden)]
    #[must_use]
    pub const fn typed(mut self) -> Self {
        self.typed = true;
        self
    }

    /// Gives a task to clients that know tasks. Others wait for the answer.
    #[must_use]
    pub const fn task(mut self) -> Self {
        self.task = TaskSupport::Optional;
        self
    }

    /// Allows only clients that know tasks to call the tool.
    #[must_use]
    pub const fn task_required(mut self) -> Self {
        self.task = TaskSupport::Required;
        self
    }

    /// Makes a call a task when the function calls
    /// [`Context::background`](crate::Context::background).
    #[must_use]
    pub const fn task_on_demand(mut self) -> Self {
        self.task = TaskSupport::OnDemand;
        self
    }

    /// Sets a key of the tool's `_meta`.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// Adds a picture.
    #[must_use]
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// Adds arguments that work, for models to learn from. They are in the input schema. A
    /// catalogue does not accept a tool with an example that does not fit.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::ToolDef;
    ///
    /// let definition = ToolDef::new("now", "The time.").example(json!({}));
    /// assert_eq!(definition.input_schema()["examples"], json!([{}]));
    /// ```
    #[must_use]
    pub fn example(mut self, arguments: Value) -> Self {
        self.input_schema = self.input_schema.add_example(arguments);
        self
    }

    /// Returns the definition under another name, as [`Server::mount`](crate::Server::mount) uses
    /// it.
    #[doc(hidden)]
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

    /// The name for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The description that the model reads.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The schema of the arguments.
    #[must_use]
    pub const fn input_schema(&self) -> &Schema {
        &self.input_schema.schema
    }

    /// The schema of the structured result.
    #[must_use]
    pub fn output_schema(&self) -> Option<&Schema> {
        self.output_schema.as_ref().map(|checked| &checked.schema)
    }

    /// Returns the first schema that a catalogue must not accept, `input` or `output`, and why.
    pub(in crate::core) fn schema_problem(&self) -> Option<(&'static str, &str)> {
        let input = self.input_schema.problem.as_deref();
        let output = self
            .output_schema
            .as_ref()
            .and_then(|checked| checked.problem.as_deref());
        input
            .map(|why| ("input", why))
            .or(output.map(|why| ("output", why)))
    }

    /// Whether the structured result is an object with the single member `result`.
    pub(crate) fn wraps_result(&self) -> bool {
        let is_wrapped = |schema: &Schema| schema.get(WRAPPED) == Some(&Value::Bool(true));
        self.output_schema().is_some_and(is_wrapped)
    }

    /// What a client may assume about the tool.
    #[must_use]
    pub const fn hints(&self) -> Hints {
        self.hints
    }

    /// The tags.
    #[must_use]
    pub const fn tags(&self) -> &BTreeSet<String> {
        &self.tags
    }

    /// How long a call may take, if the tool says so.
    #[must_use]
    pub const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Whether calls may run at the same time.
    #[must_use]
    pub const fn is_parallel(&self) -> bool {
        self.parallel
    }

    /// Whether the limits of the tool hold in place of stricter ones of the server.
    #[doc(hidden)]
    #[must_use]
    pub const fn may_raise_limits(&self) -> bool {
        !self.keeps_limits
    }

    /// How often one caller may call the tool.
    #[must_use]
    pub const fn rate_limit(&self) -> RateLimit {
        self.rate_limit
    }

    /// The kind of implementation, such as `builtin`, `sql` or `http`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    /// Whether Rust types parse the arguments and serialise the result.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_typed(&self) -> bool {
        self.typed
    }

    /// Whether a call may continue in the background.
    #[must_use]
    pub const fn task_support(&self) -> TaskSupport {
        self.task
    }

    /// Returns the parameters that clients repeat in headers, as pairs of parameter and header.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let schema = self.has_headers().then_some(self.input_schema());
        schema.into_iter().flat_map(headers)
    }

    /// Returns whether clients repeat a parameter in a header.
    pub(crate) const fn has_headers(&self) -> bool {
        self.input_schema.has_headers
    }
}
