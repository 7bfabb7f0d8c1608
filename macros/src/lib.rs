//! The attribute macros of [toolwright](https://docs.rs/toolwright): [`macro@tool`],
//! [`macro@resource`] and [`macro@prompt`].
//!
//! Each leaves its function as it was written, and adds a hidden struct of the same name that
//! implements the trait that a person would implement by hand. Use them through
//! `toolwright::prelude`. Generated code names its parts as `::toolwright::__private::…`.
//!
//! An attribute is parsed into arguments, checked against the function into a model, and expanded
//! if there is no mistake. All mistakes of a function are reported together, each at its place.

mod annotation;
mod argument;
mod confirm;
mod doc;
mod errors;
mod expand;
mod function;
mod meta;
mod name;
mod noun;
mod parameter;
mod prompt;
mod resource;
mod signature;
mod source;
mod template;
#[cfg(test)]
mod tests;
mod timeout;
mod tool;

use proc_macro::TokenStream;

/// Turns a function into a tool, which clients call.
///
/// The doc comment is the description. A function that is not `async` runs on the threads for
/// blocking work. The function stays callable as it was written.
///
/// ```
/// use toolwright::prelude::*;
///
/// struct Files(std::path::PathBuf);
///
/// /// Delete a file.
/// #[tool(destructive, timeout = "5s", confirm = "Delete {path}?")]
/// async fn delete(
///     /// Where the file is.
///     #[length(1..=200)]
///     path: String,
///     /// How often to try.
///     #[default(1)]
///     #[range(1..=5)]
///     attempts: u8,
///     files: State<Files>,
/// ) -> Result<String, ToolError> {
///     for _ in 1..attempts {
///         if std::fs::remove_file(files.0.join(&path)).is_ok() {
///             return Ok(format!("deleted {path}"));
///         }
///     }
///     std::fs::remove_file(files.0.join(&path))?;
///     Ok(format!("deleted {path}"))
/// }
///
/// let server = Server::new("demo").state(Files("/tmp".into())).tools(tools![delete]);
/// ```
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `name = "…"` | the name on the wire, instead of the function's: 1 to 64 of `A-Z a-z 0-9 _ . / -` |
/// | `title = "…"` | the name that people see |
/// | `description = …` | the description, in place of the doc comment: text, or an expression |
/// | `tags("…", "…")` | tags to group it by |
/// | `timeout = "5s"` | how long a call may take, in `ms`, `s`, `m` or `h` |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | hints for clients |
/// | `parallel` | calls may run at the same time |
/// | `task` | clients that know tasks get one; others wait for the answer |
/// | `task = "required"` | only clients that know tasks can call it |
/// | `task = "on_demand"` | the call becomes a task at `Context::background` |
/// | `scopes("…", "…")` | the scopes that the caller must have |
/// | `confirm = "Delete {path}?"` | asks the person first; `{path}` is a parameter, `{{` is a brace |
/// | `rate_limit(per_minute = 10, per_hour = 100, concurrent = 2)` | how often one caller may call it, with governance |
/// | `meta("vendor/key" = value)` | keys of the tool's `_meta`; objects and lists are written as JSON |
/// | `icons("https://…")` | pictures that clients can show |
/// | `examples({"path": "a.txt"})` | arguments that work, for models to learn from |
/// | `examples("Read my notes.")` | sentences that ask for the tool: it is found by them among many, and clients do not get them |
///
/// # Parameters
///
/// A parameter whose type implements `FromContext`, such as `Context` and `State<T>`, is taken from
/// the call, and clients do not see it. All others are in the schema, and may have these attributes:
///
/// | attribute | meaning |
/// |---|---|
/// | a doc comment | the description |
/// | `#[default(value)]`, `#[default]` | makes it optional, with this value or the type's own default; an `Option<T>` is optional too |
/// | `#[range(1..=100)]` | the range of a number |
/// | `#[length(..=200)]` | the range of the length of text, a list or a map |
/// | `#[pattern("^[a-z]+$")]` | the regular expression that text must match |
/// | `#[header("Region")]` | clients repeat it in the HTTP header `Mcp-Param-Region` |
///
/// # Limits
///
/// The struct takes the function's name among types and modules, so neither may have that name in
/// the same scope.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(attribute.into(), item.into()).into()
}

/// Turns a function into a resource, which clients read.
///
/// The doc comment is the description. The URI may have variables, and each is a parameter of the
/// function: `{id}` is one segment, `{+path}` and `{path*}` are the rest of the path,
/// `{?limit,page}` is the query, whose parameters are `Option<T>` or have a `#[default(value)]`.
///
/// ```
/// use toolwright::prelude::*;
///
/// async fn project_names(_: Completion) -> Vec<String> {
///     vec!["toolwright".into()]
/// }
///
/// /// The issues of a project.
/// #[resource("issues://{project}{?state}", mime = "application/json")]
/// async fn issues(
///     #[complete(project_names)] project: String,
///     #[default("open")] state: String,
/// ) -> Json<Vec<String>> {
///     Json(vec![format!("the first {state} issue of {project}")])
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let client = Server::new("demo").resources(resources![issues]).client().await?;
/// let contents = client.read("issues://toolwright?state=closed").await?;
/// let expected = r#"["the first closed issue of toolwright"]"#;
/// assert_eq!(contents[0].text.as_deref(), Some(expected));
/// # Ok(())
/// # }
/// ```
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `"scheme://…"` | the URI or URI template; it comes first |
/// | `name = "…"` | the name on the wire, instead of the function's |
/// | `title = "…"` | the name that people see |
/// | `description = …` | the description, in place of the doc comment |
/// | `mime = "…"` | the MIME type of the contents |
/// | `meta("vendor/key" = value)` | keys of the resource's `_meta` |
/// | `tags("…", "…")` | tags to group it by |
/// | `belongs_to = "tool"` | the tool that it serves: who may not call it does not see this, and using this counts as a call |
///
/// # Parameters
///
/// A parameter without a variable is taken from the call, as `Context` and `State<T>` are.
/// `#[complete(function)]` completes a variable; a variable whose type is an enum completes by
/// itself.
#[proc_macro_attribute]
pub fn resource(attribute: TokenStream, item: TokenStream) -> TokenStream {
    resource::expand(attribute.into(), item.into()).into()
}

/// Turns a function into a prompt, which writes messages for clients.
///
/// The doc comment is the description.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Plan how to reach a goal.
/// #[prompt(title = "Plan")]
/// fn plan(
///     /// What to reach.
///     goal: String,
///     /// How many days there are.
///     #[default(7)]
///     days: u32,
/// ) -> String {
///     format!("How can I reach {goal} in {days} days?")
/// }
///
/// let server = Server::new("demo").prompts(prompts![plan]);
/// ```
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `name = "…"` | the name on the wire, instead of the function's |
/// | `title = "…"` | the name that people see |
/// | `description = …` | the description, in place of the doc comment |
/// | `tags("…", "…")` | tags to group it by |
/// | `belongs_to = "tool"` | the tool that it serves: who may not call it does not see this, and using this counts as a call |
///
/// # Parameters
///
/// A parameter whose type implements `FromContext`, such as `Context` and `State<T>`, is taken from
/// the call; all others are arguments of the prompt. `Option<T>` and `#[default(value)]` make one
/// optional. `#[complete(function)]` completes an argument; an
/// argument whose type is an enum completes by itself.
#[proc_macro_attribute]
pub fn prompt(attribute: TokenStream, item: TokenStream) -> TokenStream {
    prompt::expand(attribute.into(), item.into()).into()
}

/// Puts the tokens of the attribute behind the item. Used by generated code alone.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn with_implementation(implementation: TokenStream, item: TokenStream) -> TokenStream {
    [item, implementation].into_iter().collect()
}
