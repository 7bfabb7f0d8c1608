//! Prompts: messages that a person picks and a client fills in.
//!
//! [`#[prompt]`](macro@crate::prompt) turns a function into a [`Prompt`]. Its parameters are the
//! arguments of the prompt; it returns text, a [`PromptMessage`] or several.
//!
//! ```
//! use toolwright::prelude::*;
//!
//! /// Plan how to reach a goal.
//! #[prompt]
//! fn plan(goal: String, #[default(7)] days: u32) -> String {
//!     format!("How can I reach {goal} in {days} days?")
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> toolwright::Result<()> {
//! let client = Server::new("demo").prompts(prompts![plan]).client().await?;
//! let messages = client.prompt("plan", serde_json::json!({"goal": "the summit"})).await?;
//! let text = messages[0].content.as_text();
//! assert_eq!(text, Some("How can I reach the summit in 7 days?"));
//! # Ok(())
//! # }
//! ```

pub use crate::core::{
    Belonging, Completer, Completion, IntoPromptOutput, Prompt, PromptDef, PromptMessage,
    PromptOutput, Variable, Variables,
};
