//! The arguments of `#[resource("uri", …)]`, as they were written.

use proc_macro2::TokenStream;
use syn::{
    Expr, LitStr, Token,
    parse::{ParseStream, Parser as _},
};

use crate::{
    argument::Arguments,
    errors::Errors,
    meta::{MetaEntry, meta_argument},
};

const KNOWN: [&str; 7] = [
    "name",
    "title",
    "description",
    "mime",
    "tags",
    "meta",
    "belongs_to",
];

/// The arguments of `#[resource("uri", …)]`.
pub(super) struct Attributes {
    pub(super) uri: Option<LitStr>,
    pub(super) name: Option<LitStr>,
    pub(super) title: Option<LitStr>,
    pub(super) description: Option<Expr>,
    pub(super) mime: Option<LitStr>,
    pub(super) tags: Vec<LitStr>,
    pub(super) meta: Vec<MetaEntry>,
    /// The tool that the resource serves.
    pub(super) belongs_to: Option<LitStr>,
}

impl Attributes {
    /// Parses the URI and the arguments after it.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let (uri, rest) = errors.keep(split.parse2(tokens)).unwrap_or_default();
        let mut arguments = Arguments::parse(rest, &KNOWN, errors);
        Self {
            uri,
            name: arguments.text("name", errors),
            title: arguments.text("title", errors),
            description: arguments.value("description", errors),
            mime: arguments.text("mime", errors),
            tags: arguments.texts("tags", errors),
            meta: meta_argument(&mut arguments, errors),
            belongs_to: arguments.text("belongs_to", errors),
        }
    }
}

fn split(input: ParseStream<'_>) -> syn::Result<(Option<LitStr>, TokenStream)> {
    let Ok(uri) = input.parse() else {
        return Err(
            input.error("`#[resource]` expects a URI first: `#[resource(\"users://{id}\")]`")
        );
    };
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok((Some(uri), input.parse()?))
}
