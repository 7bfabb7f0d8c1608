//! The arguments of `#[tool(…)]`, as they were written.

use proc_macro2::{Delimiter, Group, TokenStream};
use syn::{Expr, Ident, LitStr, Token, parse::ParseStream, punctuated::Punctuated};

use super::rate_limit::RateLimit;
use crate::{
    argument::Arguments,
    errors::Errors,
    meta::{MetaEntry, meta_argument},
};

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
    pub(super) meta: Vec<MetaEntry>,
    pub(super) icons: Vec<LitStr>,
    /// JSON objects.
    pub(super) examples: Vec<Group>,
    /// Sentences that ask for the tool.
    pub(super) usage_examples: Vec<LitStr>,
}

impl Attributes {
    /// Parses the arguments.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut arguments = Arguments::parse(tokens, &KNOWN, errors);
        let task = arguments.choice("task", &TASKS, errors);
        let (examples, usage_examples) = examples(&mut arguments, errors);
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
            meta: meta_argument(&mut arguments, errors),
            icons: arguments.texts("icons", errors),
            examples,
            usage_examples,
        }
    }
}

/// One of `examples(…)`.
enum Example {
    /// Arguments that work.
    Arguments(Group),
    /// A sentence that asks for the tool.
    Usage(LitStr),
}

/// Takes `examples("sentence", {"a": 1}, …)`.
fn examples(arguments: &mut Arguments, errors: &mut Errors) -> (Vec<Group>, Vec<LitStr>) {
    let expected = "examples(\"sentence\", {\"parameter\": value})";
    let all =
        |input: ParseStream<'_>| Punctuated::<_, Token![,]>::parse_terminated_with(input, example);
    let all = arguments.list("examples", expected, all, errors);
    let (mut objects, mut sentences) = (Vec::new(), Vec::new());
    for example in all.into_iter().flatten() {
        match example {
            Example::Arguments(object) => objects.push(object),
            Example::Usage(sentence) if sentence.value().trim().is_empty() => {
                errors.at(
                    sentence,
                    "an example is empty: expected a sentence that asks for the tool",
                );
            }
            Example::Usage(sentence) => sentences.push(sentence),
        }
    }
    (objects, sentences)
}

fn example(input: ParseStream<'_>) -> syn::Result<Example> {
    if input.peek(LitStr) {
        return input.parse().map(Example::Usage);
    }
    match input.parse::<Group>()? {
        object if object.delimiter() == Delimiter::Brace => Ok(Example::Arguments(object)),
        other => Err(syn::Error::new(other.span(), "not an object")),
    }
}
