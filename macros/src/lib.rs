//! The attribute macros of [toolwright](https://docs.rs/toolwright): [`macro@tool`], [`macro@resource`] and
//! [`macro@prompt`].
//!
//! Each leaves its function as it was written and adds a hidden struct of the same name that implements the
//! trait a person would implement by hand. Use them through `toolwright::prelude`; the generated code names
//! its parts as `::toolwright::__private::…`.
//!
//! An attribute is read into arguments, checked against the function into a model, and only a model
//! without mistakes is expanded. All mistakes of a function are reported together, each where it is.

mod annotation;
mod argument;
mod confirm;
mod doc;
mod errors;
mod expand;
mod function;
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

/// Makes a function a tool, which clients call.
///
/// The doc comment is the description. The function may be `async`; if it is not, it runs on the blocking
/// pool. It stays callable as written.
///
/// ```text
/// /// Delete a file.
/// #[tool(destructive, timeout = "5s", confirm = "Delete {path}?")]
/// async fn delete(
///     /// Where the file is.
///     #[length(1..=200)] path: String,
///     /// How often to try.
///     #[default(1)] #[range(1..=5)] attempts: u8,
///     files: State<Files>,
/// ) -> Result<String> { … }
/// ```
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `name = "…"` | the name on the wire, instead of the function's: 1 to 64 of `A-Z a-z 0-9 _ . / -` |
/// | `title = "…"` | the name that people see |
/// | `tags("…", "…")` | what it is grouped by |
/// | `timeout = "5s"` | how long a call may take, in `ms`, `s`, `m` or `h` |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | hints for clients |
/// | `parallel` | calls may run side by side |
/// | `task` | a client that knows tasks gets one; others wait for the answer |
/// | `task = "required"` | only a client that knows tasks can call it |
/// | `task = "on_demand"` | the call becomes a task at `Context::background` |
/// | `scopes("…", "…")` | what the caller must be allowed |
/// | `confirm = "Delete {path}?"` | asks the person first; `{path}` is a parameter, `{{` is a brace |
///
/// # Parameters
///
/// A parameter of type `Context` or `State<T>` is injected, and no client sees it. All others are in the
/// schema: the doc comment describes one, `Option<T>` makes it optional, and so does `#[default(value)]`
/// (`#[default]` alone is the type's own default). `#[range(1..=100)]`, `#[length(..=200)]` and
/// `#[pattern("^[a-z]+$")]` constrain it; `#[header("Region")]` has clients mirror it in a header.
///
/// # Limits
///
/// The struct takes the function's name among types and modules, so neither may have that name in the same
/// scope.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(attribute.into(), item.into()).into()
}

/// Makes a function a resource, which clients read.
///
/// The doc comment is the description. The URI may have variables, and each is a parameter of the function:
/// `{id}` is one segment, `{+path}` and `{path*}` are the rest of the path, `{?limit,page}` is the query,
/// whose parameters are `Option<T>` or have a `#[default(value)]`.
///
/// ```text
/// /// The issues of a project.
/// #[resource("issues://{project}{?state}", mime = "application/json")]
/// async fn issues(
///     #[complete(project_names)] project: String,
///     state: Option<IssueState>,
///     store: State<Store>,
/// ) -> Result<Json<Vec<Issue>>> { … }
/// ```
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `"scheme://…"` | the URI or URI template; it comes first |
/// | `name = "…"` | the name on the wire, instead of the function's |
/// | `title = "…"` | the name that people see |
/// | `mime = "…"` | the media type of what is read |
/// | `tags("…", "…")` | what it is grouped by |
///
/// # Parameters
///
/// `Context` and `State<T>` are injected. `#[complete(function)]` completes a variable; one whose type is an
/// enum completes by itself.
#[proc_macro_attribute]
pub fn resource(attribute: TokenStream, item: TokenStream) -> TokenStream {
    resource::expand(attribute.into(), item.into()).into()
}

/// Makes a function a prompt, which writes messages for clients.
///
/// The doc comment is the description.
///
/// ```text
/// /// Plan how to reach a goal.
/// #[prompt(title = "Plan")]
/// fn plan(
///     /// What to reach.
///     goal: String,
///     /// How many days there are.
///     #[default(7)] days: u32,
/// ) -> String { … }
/// ```
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `name = "…"` | the name on the wire, instead of the function's |
/// | `title = "…"` | the name that people see |
/// | `tags("…", "…")` | what it is grouped by |
///
/// # Parameters
///
/// `Context` and `State<T>` are injected; all others are arguments of the prompt. `Option<T>` and
/// `#[default(value)]` make one optional. `#[complete(function)]` completes one; one whose type is an enum
/// completes by itself.
#[proc_macro_attribute]
pub fn prompt(attribute: TokenStream, item: TokenStream) -> TokenStream {
    prompt::expand(attribute.into(), item.into()).into()
}
