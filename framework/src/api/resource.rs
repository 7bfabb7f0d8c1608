//! Resources: what a client can read, at one URI or at all URIs of a template.
//!
//! [`#[resource("…")]`](macro@crate::resource) turns a function into a [`Resource`]. The variables
//! of its template are its parameters.
//!
//! ```
//! use toolwright::prelude::*;
//!
//! /// The profile of a user.
//! #[resource("users://{id}")]
//! async fn user(id: u32) -> Json<serde_json::Value> {
//!     Json(serde_json::json!({"id": id}))
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> toolwright::Result<()> {
//! let client = Server::new("demo").resources(resources![user]).client().await?;
//! let contents = client.read("users://7").await?;
//! assert_eq!(contents[0].text.as_deref(), Some(r#"{"id":7}"#));
//! # Ok(())
//! # }
//! ```

pub use crate::core::{
    Belonging, Completion, IntoResourceOutput, Resource, ResourceContents, ResourceDef,
    ResourceOutput, ResourceWatch, TemplateError, UriTemplate, Variable, Variables,
};
