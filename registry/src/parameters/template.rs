//! [`Template`]: text with places for arguments, `Delete {path}?`.

use std::fmt::Write as _;

use serde_json::Value;
use toolwright_base::CodedText;

use super::parameters::Parameters;
use crate::{jsonc::Node, texts};

/// Text with places for arguments. `{name}` is a place, `{{` and `}}` are braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(Vec<Piece>);

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Name(String),
}

impl Template {
    /// Reads a template whose places are all names of `parameters`.
    pub fn read(node: &Node<'_>, parameters: &Parameters) -> Option<Self> {
        let template = match Self::parse(node.text()?) {
            Ok(template) => template,
            Err(message) => {
                node.problem(message);
                return None;
            }
        };
        parameters.check_names(node, template.names(), |name| format!("{{{name}}}"));
        Some(template)
    }

    /// Parses a template.
    ///
    /// # Errors
    /// If a brace has no counterpart.
    pub fn parse(text: &str) -> Result<Self, CodedText> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            plain.push_str(before);
            if from.starts_with("{{") || from.starts_with("}}") {
                plain.push_str(&from[..1]);
                rest = &from[2..];
                continue;
            }
            let name = from
                .strip_prefix('{')
                .and_then(|inner| inner.split_once('}'));
            let Some((name, after)) = name else {
                return Err(texts::lone_brace());
            };
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            pieces.push(Piece::Name(name.trim().to_owned()));
            rest = after;
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Self(pieces))
    }

    /// Returns the names of the places.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Name(name) => Some(name.as_str()),
            Piece::Text(_) => None,
        })
    }

    /// Returns the pieces in their order.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// Returns the text with the value of each place in it.
    pub fn fill(&self, mut value: impl FnMut(&str) -> String) -> String {
        let mut text = String::new();
        for piece in &self.0 {
            // Writing to a string does not fail.
            let _ = match piece {
                Piece::Text(plain) => write!(text, "{plain}"),
                Piece::Name(name) => write!(text, "{}", value(name)),
            };
        }
        text
    }
}

/// Returns an argument as text: a string as it is, nothing for null, anything else as JSON.
pub fn text_of(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Result<String, CodedText> {
        Template::parse(text).map(|template| template.fill(|name| format!("<{name}>")))
    }

    #[test]
    fn places_are_filled_and_doubled_braces_are_braces() {
        for (text, expected) in [
            ("Delete {path}?", "Delete <path>?"),
            ("{a}{b}", "<a><b>"),
            ("{{\"x\": {x}}}", "{\"x\": <x>}"),
            ("{ a }", "<a>"),
            ("한글 {이름}", "한글 <이름>"),
            ("", ""),
        ] {
            assert_eq!(filled(text).unwrap(), expected, "{text}");
        }
        for text in ["{", "}", "a {b", "a} b", "{{}"] {
            assert!(filled(text).is_err(), "{text}");
        }
    }
}
