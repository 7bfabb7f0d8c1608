//! The parameters of a tool: a list of [`Parameter`]s, or a JSON schema that somebody wrote.
//!
//! Both become one thing, [`Parameters`]: the JSON schema that clients see and calls are checked
//! against, and the names and types that a kind needs to know.

mod argument_check;
mod parameter;
mod parameters;
mod template;

pub(crate) use self::{argument_check::ArgumentCheck, template::Piece};
pub use self::{
    parameter::{Parameter, ParameterType},
    parameters::{InputArguments, Parameters},
    template::{Template, text_of},
};
