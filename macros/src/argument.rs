//! [`Arguments`]: the arguments in the parentheses of an attribute.
//!
//! They have the forms `name = "…"`, `tags("…", "…")` and `read_only`. Unknown and repeated ones
//! are refused here; each attribute then takes the ones it knows by name.

use proc_macro2::TokenStream;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Meta, Token, parse::Parser, punctuated::Punctuated};

use crate::{errors::Errors, source};

/// The arguments of an attribute that were not taken yet.
pub(crate) struct Arguments(Vec<Meta>);

impl Arguments {
    /// Parses the arguments. Only the `known` ones are allowed, each once.
    pub(crate) fn parse(tokens: TokenStream, known: &[&str], errors: &mut Errors) -> Self {
        let parsed = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens);
        let mut arguments = Self(Vec::new());
        for argument in errors.keep(parsed).unwrap_or_default() {
            arguments.add(argument, known, errors);
        }
        arguments
    }

    fn add(&mut self, argument: Meta, known: &[&str], errors: &mut Errors) {
        let name = source::text(argument.path());
        if !known.contains(&name.as_str()) {
            let expected = known.join("`, `");
            errors.at(
                argument.path(),
                format!("unknown argument `{name}`: expected one of `{expected}`"),
            );
        } else if self.0.iter().any(|earlier| earlier.path().is_ident(&name)) {
            errors.at(
                argument.path(),
                format!("duplicate argument `{name}`: expected it once"),
            );
        } else {
            self.0.push(argument);
        }
    }

    /// Takes `name = "…"`.
    pub(crate) fn text(&mut self, name: &str, errors: &mut Errors) -> Option<LitStr> {
        let argument = self.take(name)?;
        if let Meta::NameValue(pair) = &argument
            && let Some(text) = literal(&pair.value)
        {
            return Some(text);
        }
        errors.at(
            argument,
            format!("`{name}` expects a text: `{name} = \"…\"`"),
        );
        None
    }

    /// Takes `name = expression`.
    pub(crate) fn value(&mut self, name: &str, errors: &mut Errors) -> Option<Expr> {
        match self.take(name)? {
            Meta::NameValue(pair) => Some(pair.value),
            other => {
                let expected = format!("`{name}` expects a value: `{name} = \"…\"`");
                errors.at(other, expected);
                None
            }
        }
    }

    /// Takes `name(…)`, and parses what is in the parentheses with `parser`. `expected` shows how it
    /// is written.
    pub(crate) fn list<P: Parser>(
        &mut self,
        name: &str,
        expected: &str,
        parser: P,
        errors: &mut Errors,
    ) -> Option<P::Output> {
        let argument = self.take(name)?;
        let parsed = argument
            .require_list()
            .and_then(|list| list.parse_args_with(parser));
        if parsed.is_err() {
            errors.at(argument, format!("`{name}` expects `{expected}`"));
        }
        parsed.ok()
    }

    /// Takes `name("…", "…")`: at least one text, and none of them empty.
    pub(crate) fn texts(&mut self, name: &str, errors: &mut Errors) -> Vec<LitStr> {
        let Some(argument) = self.take(name) else {
            return Vec::new();
        };
        let Some(texts) = list(&argument) else {
            errors.at(
                argument,
                format!("`{name}` expects a list of texts: `{name}(\"…\")`"),
            );
            return Vec::new();
        };
        if texts.is_empty() {
            errors.at(
                argument,
                format!("`{name}` is empty: expected at least one text"),
            );
        }
        for text in texts.iter().filter(|text| text.value().trim().is_empty()) {
            errors.at(
                text,
                format!("empty text in `{name}`: expected at least one character"),
            );
        }
        texts
    }

    /// Takes the bare word `name`.
    pub(crate) fn flag(&mut self, name: &str, errors: &mut Errors) -> Option<Ident> {
        let argument = self.take(name)?;
        if let Meta::Path(path) = &argument {
            return path.get_ident().cloned();
        }
        errors.at(
            argument,
            format!("`{name}` takes no value: expected `{name}` alone"),
        );
        None
    }

    /// Takes the bare word `name`, or `name = "value"` as the word `name_value`.
    pub(crate) fn choice(
        &mut self,
        name: &str,
        values: &[&str],
        errors: &mut Errors,
    ) -> Option<Ident> {
        let argument = self.take(name)?;
        let value = match &argument {
            Meta::Path(path) => return path.get_ident().cloned(),
            Meta::NameValue(pair) => literal(&pair.value),
            Meta::List(_) => None,
        };
        if let Some(value) = value.filter(|value| values.contains(&value.value().as_str())) {
            return Some(Ident::new(
                &format!("{name}_{}", value.value()),
                value.span(),
            ));
        }
        let expected = values.join("\"`, `\"");
        errors.at(
            argument,
            format!("`{name}` stands alone or is one of `\"{expected}\"`"),
        );
        None
    }

    fn take(&mut self, name: &str) -> Option<Meta> {
        let position = self
            .0
            .iter()
            .position(|argument| argument.path().is_ident(name))?;
        Some(self.0.remove(position))
    }
}

fn literal(value: &Expr) -> Option<LitStr> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.clone()),
        _ => None,
    }
}

fn list(argument: &Meta) -> Option<Vec<LitStr>> {
    let list = argument.require_list().ok()?;
    let texts = list.parse_args_with(Punctuated::<LitStr, Token![,]>::parse_terminated);
    texts.ok().map(|texts| texts.into_iter().collect())
}
