//! [`Confirm`]: the question of a tool that asks before it acts, as in `confirm = "Delete
//! {path}?"`.
//!
//! A placeholder names a parameter and may have a format: `{path}`, `{paths:?}`. `{{` and `}}` are
//! braces.

use std::iter::Peekable;
use std::str::Chars;

use syn::{Ident, LitStr};

use crate::errors::Errors;
use crate::parameter::Input;

/// A question with placeholders, each of which is a parameter.
pub(crate) struct Confirm {
    /// The question, as a format string with positional placeholders.
    pub(crate) format: LitStr,
    /// The parameters for the placeholders, in order.
    pub(crate) parameters: Vec<Ident>,
}

impl Confirm {
    /// Parses the question and resolves its placeholders.
    pub(crate) fn parse(literal: &LitStr, inputs: &[&Input], errors: &mut Errors) -> Option<Self> {
        let mut question = Question {
            format: String::new(),
            parameters: Vec::new(),
            inputs,
        };
        let text = literal.value();
        match question.read(&mut text.chars().peekable()) {
            Ok(()) => Some(Self {
                format: LitStr::new(&question.format, literal.span()),
                parameters: question.parameters,
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
    parameters: Vec<Ident>,
    inputs: &'a [&'a Input],
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
        let input = self.inputs.iter().find(|input| input.wire_name() == name);
        let input = input.ok_or_else(|| self.missing(name))?;
        self.parameters.push(input.name.clone());
        let colon = if format.is_empty() { "" } else { ":" };
        self.format.push_str(&format!("{{{colon}{format}}}"));
        Ok(())
    }

    fn missing(&self, name: &str) -> String {
        let names: Vec<String> = self
            .inputs
            .iter()
            .map(|input| format!("`{}`", input.wire_name()))
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
