//! [`Attributes`]: the attributes of an input, as they were written.

use syn::{Attribute, ExprRange, LitStr, Path};

use super::{constraint, default::DefaultValue};
use crate::{
    doc,
    errors::{Errors, at_contents},
    noun::Noun,
    source,
};

const KNOWN: [&str; 6] = [
    "default", "range", "length", "pattern", "complete", "header",
];

/// The attributes of an input.
#[derive(Default)]
pub(crate) struct Attributes {
    /// `#[default(…)]`: the value if it is absent.
    pub(crate) default: Option<DefaultValue>,
    /// `#[range(…)]`: the range of the number.
    pub(crate) range: Option<ExprRange>,
    /// `#[length(…)]`: the range of the length.
    pub(crate) length: Option<ExprRange>,
    /// `#[pattern("…")]`: the regular expression that it must match.
    pub(crate) pattern: Option<LitStr>,
    /// `#[complete(…)]`: the function that completes it.
    pub(crate) complete: Option<Path>,
    /// `#[header("…")]`: the header that repeats it.
    pub(crate) header: Option<LitStr>,
}

/// Whether this is one of our attributes.
pub(super) fn is_known(attribute: &Attribute) -> bool {
    KNOWN.iter().any(|known| attribute.path().is_ident(known))
}

impl Attributes {
    /// Parses the attributes of an input of a `noun`. Each is allowed once.
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

    /// Whether there is none.
    pub(super) fn are_empty(&self) -> bool {
        self.default.is_none()
            && self.range.is_none()
            && self.length.is_none()
            && self.pattern.is_none()
            && self.complete.is_none()
            && self.header.is_none()
    }

    /// Refuses a literal default that the constraints would refuse.
    pub(super) fn refuse_default(&self, errors: &mut Errors) {
        let Some(DefaultValue::Written(default)) = &self.default else {
            return;
        };
        let refused = [
            self.range
                .as_ref()
                .map(|range| constraint::excludes(range, default)),
            self.length
                .as_ref()
                .map(|length| constraint::excludes_length(length, default)),
            self.pattern
                .as_ref()
                .map(|pattern| constraint::does_not_match(pattern, default)),
        ];
        for refusal in refused.into_iter().flatten().flatten() {
            errors.at(default, refusal);
        }
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
