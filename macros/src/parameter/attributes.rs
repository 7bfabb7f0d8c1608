//! The attributes of an input, as they were written: `#[default(…)]`, `#[range(…)]`, `#[length(…)]`,
//! `#[pattern("…")]`, `#[complete(…)]`, `#[header("…")]`.

use syn::{Attribute, ExprRange, LitStr, Path};

use super::constraint;
use super::default::DefaultValue;
use crate::doc;
use crate::errors::{Errors, at_contents};
use crate::noun::Noun;
use crate::source;

const KNOWN: [&str; 6] = [
    "default", "range", "length", "pattern", "complete", "header",
];

/// What the attributes of one input say.
#[derive(Default)]
pub(crate) struct Attributes {
    /// The value when it is absent.
    pub(crate) default: Option<DefaultValue>,
    /// The numbers allowed.
    pub(crate) range: Option<ExprRange>,
    /// How long it may be.
    pub(crate) length: Option<ExprRange>,
    /// What its text must match.
    pub(crate) pattern: Option<LitStr>,
    /// The function that completes it.
    pub(crate) complete: Option<Path>,
    /// The header that carries a copy of it.
    pub(crate) header: Option<LitStr>,
}

/// Is this one of the attributes that belong to us?
pub(super) fn is_known(attribute: &Attribute) -> bool {
    KNOWN.iter().any(|known| attribute.path().is_ident(known))
}

impl Attributes {
    /// Reads the attributes of an input of a `noun`, each allowed once.
    pub(super) fn parse(noun: Noun, attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut parsed = Self::default();
        let mut seen = Vec::new();
        for attribute in attributes
            .iter()
            .filter(|attribute| !doc::is_doc(attribute))
        {
            let word = source::text(attribute.path());
            if seen.contains(&word) {
                errors.at(
                    attribute,
                    format!("duplicate attribute `#[{word}]`: expected it once"),
                );
            } else if let Some(refusal) = noun.refusal(&word) {
                errors.at(attribute, refusal);
            } else if let Err(error) = parsed.set(&word, attribute) {
                errors.push(error);
            }
            seen.push(word);
        }
        parsed
    }

    fn set(&mut self, word: &str, attribute: &Attribute) -> syn::Result<()> {
        match word {
            "default" => self.default = Some(DefaultValue::parse(attribute)?),
            "range" => self.range = Some(constraint::range(word, attribute)?),
            "length" => self.length = Some(constraint::range(word, attribute)?),
            "pattern" => self.pattern = Some(constraint::pattern(attribute)?),
            "complete" => self.complete = Some(completer(attribute)?),
            _ => self.header = Some(header(attribute)?),
        }
        Ok(())
    }
}

fn completer(attribute: &Attribute) -> syn::Result<Path> {
    let expected = "`#[complete]` expects a function: `#[complete(cities)]`";
    attribute
        .parse_args_with(Path::parse_mod_style)
        .map_err(|_| at_contents(attribute, expected))
}

fn header(attribute: &Attribute) -> syn::Result<LitStr> {
    let expected = "`#[header]` expects a text: `#[header(\"Region\")]`";
    let name: LitStr = attribute
        .parse_args()
        .map_err(|_| at_contents(attribute, expected))?;
    let text = name.value();
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if text.is_empty() || !text.bytes().all(allowed) {
        let message = format!("`{text}` is not a header name: expected letters, digits and `-`");
        return Err(syn::Error::new_spanned(name, message));
    }
    Ok(name)
}
