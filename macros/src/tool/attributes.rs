//! The arguments of `#[tool(…)]`, as they were written.

use proc_macro2::{Delimiter, Group, TokenStream};
use syn::{Expr, Ident, LitStr, Token, parse::ParseStream, punctuated::Punctuated};

use super::rate_limit::RateLimit;
use crate::{argument::Arguments, errors::Errors};

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

const KNOWN: [&str; 17] = [
    "name",
    "title",
    "description",
    "tags",
    "timeout",
    FLAGS[0],
    FLAGS[1],
    FLAGS[2],
    FLAGS[3],
    FLAGS[4],
    "task",
    "scopes",
    "confirm",
    "rate_limit",
    "meta",
    "icons",
    "examples",
];

/// The arguments of `#[tool(…)]`.
pub(super) struct Attributes {
    pub(super) name: Option<LitStr>,
    pub(super) title: Option<LitStr>,
    pub(super) description: Option<Expr>,
    pub(super) tags: Vec<LitStr>,
    pub(super) timeout: Option<LitStr>,
    pub(super) flags: Vec<Ident>,
    pub(super) scopes: Vec<LitStr>,
    pub(super) confirm: Option<LitStr>,
    pub(super) rate_limit: Option<RateLimit>,
    pub(super) meta: Vec<(LitStr, Expr)>,
    pub(super) icons: Vec<LitStr>,
    /// JSON objects.
    pub(super) examples: Vec<Group>,
}

impl Attributes {
    /// Parses the arguments.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut arguments = Arguments::parse(tokens, &KNOWN, errors);
        let task = arguments.choice("task", &TASKS, errors);
        Self {
            name: arguments.text("name", errors),
            title: arguments.text("title", errors),
            description: arguments.value("description", errors),
            tags: arguments.texts("tags", errors),
            timeout: arguments.text("timeout", errors),
            flags: FLAGS
                .iter()
                .filter_map(|flag| arguments.flag(flag, errors))
                .chain(task)
                .collect(),
            scopes: arguments.texts("scopes", errors),
            confirm: arguments.text("confirm", errors),
            rate_limit: RateLimit::take(&mut arguments, errors),
            meta: meta(&mut arguments, errors),
            icons: arguments.texts("icons", errors),
            examples: examples(&mut arguments, errors),
        }
    }
}

/// Takes `meta("vendor/key" = value, …)`.
fn meta(arguments: &mut Arguments, errors: &mut Errors) -> Vec<(LitStr, Expr)> {
    let entry = |input: ParseStream<'_>| {
        let key = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok((key, input.parse()?))
    };
    let entries =
        |input: ParseStream<'_>| Punctuated::<_, Token![,]>::parse_terminated_with(input, entry);
    let expected = "meta(\"vendor/key\" = value)";
    let entries = arguments.list("meta", expected, entries, errors);
    entries.into_iter().flatten().collect()
}

/// Takes `examples({"a": 1}, …)`.
fn examples(arguments: &mut Arguments, errors: &mut Errors) -> Vec<Group> {
    let object = |input: ParseStream<'_>| match input.parse::<Group>()? {
        object if object.delimiter() == Delimiter::Brace => Ok(object),
        other => Err(syn::Error::new(other.span(), "not an object")),
    };
    let objects =
        |input: ParseStream<'_>| Punctuated::<_, Token![,]>::parse_terminated_with(input, object);
    let expected = "examples({\"parameter\": value})";
    let objects = arguments.list("examples", expected, objects, errors);
    objects.into_iter().flatten().collect()
}
