//! The arguments of `#[tool(…)]`, as they were written.

use proc_macro2::TokenStream;
use syn::{Ident, LitStr};

use crate::argument::Arguments;
use crate::errors::Errors;

/// The arguments without a value; each is also a method of the definition's builder.
const FLAGS: [&str; 5] = [
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "parallel",
];

/// The values of `task`.
const TASKS: [&str; 2] = ["required", "on_demand"];

const KNOWN: [&str; 12] = [
    "name", "title", "tags", "timeout", FLAGS[0], FLAGS[1], FLAGS[2], FLAGS[3], FLAGS[4], "task",
    "scopes", "confirm",
];

/// The arguments of `#[tool(…)]`.
pub(super) struct Attributes {
    pub(super) name: Option<LitStr>,
    pub(super) title: Option<LitStr>,
    pub(super) tags: Vec<LitStr>,
    pub(super) timeout: Option<LitStr>,
    pub(super) flags: Vec<Ident>,
    pub(super) scopes: Vec<LitStr>,
    pub(super) confirm: Option<LitStr>,
}

impl Attributes {
    /// Parses the arguments.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut arguments = Arguments::parse(tokens, &KNOWN, errors);
        let task = arguments.choice("task", &TASKS, errors);
        Self {
            name: arguments.text("name", errors),
            title: arguments.text("title", errors),
            tags: arguments.texts("tags", errors),
            timeout: arguments.text("timeout", errors),
            flags: FLAGS
                .iter()
                .filter_map(|flag| arguments.flag(flag, errors))
                .chain(task)
                .collect(),
            scopes: arguments.texts("scopes", errors),
            confirm: arguments.text("confirm", errors),
        }
    }
}
