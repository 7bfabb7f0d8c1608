//! The arguments of `#[prompt(…)]`, as they were written.

use proc_macro2::TokenStream;
use syn::{Expr, LitStr};

use crate::{argument::Arguments, errors::Errors};

const KNOWN: [&str; 5] = ["name", "title", "description", "tags", "belongs_to"];

/// The arguments of `#[prompt(…)]`.
pub(super) struct Attributes {
    pub(super) name: Option<LitStr>,
    pub(super) title: Option<LitStr>,
    pub(super) description: Option<Expr>,
    pub(super) tags: Vec<LitStr>,
    /// The tool that the prompt serves.
    pub(super) belongs_to: Option<LitStr>,
}

impl Attributes {
    /// Parses the arguments.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut arguments = Arguments::parse(tokens, &KNOWN, errors);
        Self {
            name: arguments.text("name", errors),
            title: arguments.text("title", errors),
            description: arguments.value("description", errors),
            tags: arguments.texts("tags", errors),
            belongs_to: arguments.text("belongs_to", errors),
        }
    }
}
