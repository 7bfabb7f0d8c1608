//! [`Template`]: the URI of a resource and its variables.
//!
//! Variables have four forms of RFC 6570: `{id}` (one segment), `{+path}` and `{path*}` (the rest
//! of the path) and `{?a,b}` (the query, which ends the URI).

use syn::LitStr;

use crate::errors::Errors;

/// A checked URI.
pub(crate) struct Template {
    /// The URI.
    pub(crate) uri: LitStr,
    /// The variables, in order.
    pub(crate) variables: Vec<Variable>,
}

/// A variable of a URI.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    /// The name, which is also that of its parameter.
    pub(crate) name: String,
    /// Whether it is in the query, where it may be absent.
    pub(crate) in_query: bool,
}

impl Template {
    /// Parses a URI. Leaves out variables that cannot be parsed.
    pub(crate) fn parse(uri: LitStr, errors: &mut Errors) -> Self {
        let text = uri.value();
        if !has_scheme(&text) {
            errors.at(
                &uri,
                format!("`{text}` has no scheme: expected a URI such as `users://{{id}}`"),
            );
        }
        let mut reader = Reader {
            variables: Vec::new(),
            mistakes: Vec::new(),
        };
        reader.read(&text);
        for mistake in reader.mistakes {
            errors.at(&uri, mistake);
        }
        Self {
            uri,
            variables: reader.variables,
        }
    }
}

struct Reader {
    variables: Vec<Variable>,
    mistakes: Vec<String>,
}

impl Reader {
    fn read(&mut self, uri: &str) {
        let mut rest = uri;
        while let Some((literal, after)) = rest.split_once('{') {
            self.literal(uri, literal);
            let Some((expression, after)) = after
                .split_once('}')
                .filter(|(inside, _)| !inside.contains('{'))
            else {
                return self
                    .mistakes
                    .push(format!("unbalanced `{{` in `{uri}`: expected `{{name}}`"));
            };
            self.expression(uri, expression);
            if expression.starts_with('?') && !after.is_empty() {
                self.mistakes.push(format!(
                    "`{{{expression}}}` is not at the end: expected the query last"
                ));
            }
            rest = after;
        }
        self.literal(uri, rest);
    }

    fn literal(&mut self, uri: &str, literal: &str) {
        if literal.contains('}') {
            self.mistakes
                .push(format!("unbalanced `}}` in `{uri}`: expected `{{name}}`"));
        }
    }

    fn expression(&mut self, uri: &str, expression: &str) {
        match expression.strip_prefix('?') {
            Some(names) => names
                .split(',')
                .for_each(|name| self.variable(uri, expression, name, true)),
            None => self.variable(uri, expression, path_name(expression), false),
        }
    }

    fn variable(&mut self, uri: &str, expression: &str, name: &str, in_query: bool) {
        if name.is_empty() {
            self.mistakes.push(format!(
                "empty variable in `{uri}`: expected a name between the braces"
            ));
        } else if !is_identifier(name) {
            let expected = "expected `{name}`, `{+name}`, `{name*}` or `{?name,name}`";
            self.mistakes
                .push(format!("`{{{expression}}}` is not supported: {expected}"));
        } else if self.variables.iter().any(|earlier| earlier.name == name) {
            self.mistakes.push(format!(
                "duplicate variable `{name}` in `{uri}`: expected it once"
            ));
        } else {
            self.variables.push(Variable {
                name: name.to_owned(),
                in_query,
            });
        }
    }
}

/// Returns the name in `id`, `+path` or `path*`.
fn path_name(expression: &str) -> &str {
    expression
        .strip_prefix('+')
        .or_else(|| expression.strip_suffix('*'))
        .unwrap_or(expression)
}

fn has_scheme(uri: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    uri.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(allowed)
    })
}

fn is_identifier(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.starts_with(|first: char| first.is_ascii_digit()) && name.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;
    use syn::LitStr;

    use super::{Template, Variable};
    use crate::errors::Errors;

    #[test]
    fn all_forms_of_variables_are_parsed() {
        let uri = LitStr::new(
            "files://{id}/{+path}/{rest*}{?limit,page}",
            Span::call_site(),
        );
        let mut errors = Errors::default();
        let template = Template::parse(uri, &mut errors);
        errors.finish().expect("no mistake");
        let expected = [
            ("id", false),
            ("path", false),
            ("rest", false),
            ("limit", true),
            ("page", true),
        ];
        let expected = expected.map(|(name, in_query)| Variable {
            name: name.to_owned(),
            in_query,
        });
        assert_eq!(template.variables, expected);
    }

    #[test]
    fn a_static_uri_has_no_variables() {
        let mut errors = Errors::default();
        let template = Template::parse(LitStr::new("todo://all", Span::call_site()), &mut errors);
        errors.finish().expect("no mistake");
        assert_eq!(template.variables, []);
    }
}
