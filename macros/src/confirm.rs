//! [`Confirm`]: the question of a tool that asks before it acts, as in `confirm = "Delete
//! {path}?"`.
//!
//! A placeholder names a parameter and may have a format: `{path}`, `{paths:?}`. `{{` and `}}` are
//! braces.

use std::{iter::Peekable, str::Chars};

use syn::{Ident, LitStr};

use crate::{
    errors::Errors,
    parameter::{Parameter, Source},
};

/// A question with placeholders, each of which is a parameter.
pub(crate) struct Confirm {
    /// The question, as a format string with positional placeholders.
    pub(crate) format: LitStr,
    /// The parameters for the placeholders, in order.
    pub(crate) parameters: Vec<Ident>,
}

impl Confirm {
    /// Parses the question and resolves its placeholders.
    ///
    /// A parameter in a question is one that the client sends.
    pub(crate) fn parse(
        literal: &LitStr,
        parameters: &mut [Parameter],
        errors: &mut Errors,
    ) -> Option<Self> {
        let mut question = Question {
            format: String::new(),
            named: Vec::new(),
            parameters,
        };
        let text = literal.value();
        match question.read(&mut text.chars().peekable()) {
            Ok(()) => Some(Self {
                format: LitStr::new(&question.format, literal.span()),
                parameters: question.named,
            }),
            Err(message) => {
                errors.at(literal, message);
                None
            }
        }
    }
}

struct Question<'a> {
    format: String,
    /// The parameters of the placeholders, in order.
    named: Vec<Ident>,
    parameters: &'a mut [Parameter],
}

impl Question<'_> {
    fn read(&mut self, rest: &mut Peekable<Chars<'_>>) -> Result<(), String> {
        while let Some(next) = rest.next() {
            match next {
                '{' | '}' if rest.next_if_eq(&next).is_some() => self.format.extend([next, next]),
                '{' => self.placeholder(&inside(rest)?)?,
                '}' => return Err(unbalanced('}')),
                _ => self.format.push(next),
            }
        }
        Ok(())
    }

    fn placeholder(&mut self, inside: &str) -> Result<(), String> {
        let (name, format) = inside.split_once(':').unwrap_or((inside, ""));
        if name.is_empty() {
            return Err(
                "empty placeholder in `confirm`: expected the name of a parameter".to_owned(),
            );
        }
        let is_named = |parameter: &Parameter| parameter.wire_name() == name;
        let Some(position) = self.parameters.iter().position(is_named) else {
            return Err(self.missing(name));
        };
        self.parameters[position].source = Source::Sent;
        self.named.push(self.parameters[position].name.clone());
        let colon = if format.is_empty() { "" } else { ":" };
        self.format.push_str(&format!("{{{colon}{format}}}"));
        Ok(())
    }

    fn missing(&self, name: &str) -> String {
        let names: Vec<String> = self
            .parameters
            .iter()
            .map(|parameter| format!("`{}`", parameter.wire_name()))
            .collect();
        let expected = match names.as_slice() {
            [] => "the function has none".to_owned(),
            names => format!("expected one of {}", names.join(", ")),
        };
        format!("no parameter for `{{{name}}}` in `confirm`: {expected}")
    }
}

fn inside(rest: &mut Peekable<Chars<'_>>) -> Result<String, String> {
    let mut inside = String::new();
    for next in rest {
        match next {
            '}' => return Ok(inside),
            '{' => break,
            _ => inside.push(next),
        }
    }
    Err(unbalanced('{'))
}

fn unbalanced(brace: char) -> String {
    format!(
        "unbalanced `{brace}` in `confirm`: expected `{{name}}`, or `{brace}{brace}` for a brace"
    )
}
