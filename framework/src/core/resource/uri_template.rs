//! [`UriTemplate`]: matches a URI against a template, and returns its variables.
//!
//! It knows the part of RFC 6570 that can be matched: `{id}` is one segment of a path, `{+path}`
//! and `{path*}` are the rest of the path, `{?a,b}` are query parameters, which are optional. It is
//! written by hand because the crates for RFC 6570 expand templates and none of them matches.
//!
//! Values that could escape from their place are refused: `..`, separators within one segment,
//! backslashes, NUL, and all of these in a second layer of percent-encoding.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

/// A template of URIs.
///
/// ```
/// use toolwright::resource::UriTemplate;
///
/// let template = UriTemplate::parse("files://{+path}")?;
/// assert!(template.fits("files://a/b.txt"));
/// assert!(!template.fits("files://../etc/passwd"));
/// # Ok::<(), toolwright::resource::TemplateError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate {
    text: String,
    parts: Vec<Part>,
    query: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Literal(String),
    Piece(String),
    Rest(String),
}

/// The error of a template that is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid URI template `{template}`: {why}")]
pub struct TemplateError {
    template: String,
    why: &'static str,
}

/// The result of matching a URI against a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::core) enum Match {
    /// The URI does not fit.
    No,
    /// The URI fits, with these values.
    Yes(BTreeMap<String, String>),
    /// The URI fits, but one of its values could escape from its place.
    Refused,
}

impl UriTemplate {
    /// Parses a template.
    ///
    /// # Errors
    /// Fails if braces do not match, if a variable has no name or a form that cannot be matched, or if it
    /// occurs both in the path and in the query.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let error = |why| TemplateError {
            template: text.to_owned(),
            why,
        };
        let mut template = Self {
            text: text.to_owned(),
            parts: Vec::new(),
            query: Vec::new(),
        };
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (literal, from) = rest.split_at(open);
            template.push_literal(literal);
            let close = from.find('}').ok_or_else(|| error("a `{` is not closed"))?;
            template.push_expression(&from[1..close]).map_err(error)?;
            rest = &from[close + 1..];
        }
        template.push_literal(rest);
        // The value of the query would be taken for that of the path, which is checked.
        if template.query.iter().any(|name| template.has_in_path(name)) {
            return Err(error("a variable occurs both in the path and in the query"));
        }
        Ok(template)
    }

    fn has_in_path(&self, wanted: &str) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Literal(_) => false,
            Part::Piece(name) | Part::Rest(name) => name == wanted,
        })
    }

    fn push_literal(&mut self, literal: &str) {
        if !literal.is_empty() {
            self.parts.push(Part::Literal(literal.to_owned()));
        }
    }

    fn push_expression(&mut self, expression: &str) -> Result<(), &'static str> {
        if let Some(names) = expression.strip_prefix('?') {
            for name in names.split(',') {
                self.query.push(named(name)?);
            }
            return Ok(());
        }
        let part = match (expression.strip_prefix('+'), expression.strip_suffix('*')) {
            (Some(name), _) | (None, Some(name)) => Part::Rest(named(name)?),
            (None, None) => Part::Piece(named(expression)?),
        };
        self.parts.push(part);
        Ok(())
    }

    /// The length of the literal parts. Of two templates that fit, the one with more is used.
    pub(in crate::core) fn fixed_length(&self) -> usize {
        let length = |part: &Part| {
            if let Part::Literal(text) = part {
                text.len()
            } else {
                0
            }
        };
        self.parts.iter().map(length).sum()
    }

    /// The text of the template.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether `uri` fits the template and none of its values is refused.
    #[must_use]
    pub fn fits(&self, uri: &str) -> bool {
        matches!(self.matches(uri), Match::Yes(_))
    }

    /// Matches `uri` against the template.
    pub(in crate::core) fn matches(&self, uri: &str) -> Match {
        let (path, query) = match uri.split_once('?') {
            Some((path, query)) if !self.query.is_empty() => (path, query),
            _ => (uri, ""),
        };
        let Some(values) = match_parts(&self.parts, path) else {
            return Match::No;
        };
        let mut found = BTreeMap::new();
        for (name, raw, kind) in values {
            let Some(value) = decoded(raw, kind) else {
                return Match::Refused;
            };
            found.insert(name.to_owned(), value);
        }
        for (name, raw) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            if self.query.iter().any(|known| known == name) {
                let Some(value) = decode_once(&raw.replace('+', " ")) else {
                    return Match::Refused;
                };
                found.insert(name.to_owned(), value);
            }
        }
        Match::Yes(found)
    }
}

#[cfg(feature = "fuzzing")]
#[doc(hidden)]
impl UriTemplate {
    /// Returns the values of `uri` for the fuzz target, or `None` if it does not fit.
    ///
    /// # Errors
    /// Fails if a value is refused.
    pub fn values(&self, uri: &str) -> Result<Option<BTreeMap<String, String>>, &'static str> {
        match self.matches(uri) {
            Match::No => Ok(None),
            Match::Yes(values) => Ok(Some(values)),
            Match::Refused => Err("a value is refused"),
        }
    }
}

fn named(name: &str) -> Result<String, &'static str> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if name.is_empty() {
        return Err("a variable has no name");
    }
    if !name.chars().all(plain) {
        return Err("the name of a variable has other characters than letters, digits and `_`");
    }
    Ok(name.to_owned())
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Piece,
    Rest,
}

/// Returns the values with which `parts` match all of `text`, each as short as the later ones
/// allow.
///
/// Backtracking would take exponential time for a long text and many variables. Instead, the
/// positions where the rest matches are computed first, from the last part to the first, so every
/// part goes over the text once.
fn match_parts<'t>(parts: &'t [Part], text: &'t str) -> Option<Vec<(&'t str, &'t str, Kind)>> {
    if let Some(Part::Literal(first)) = parts.first()
        && !text.starts_with(first.as_str())
    {
        return None;
    }
    let mut nothing = vec![false; text.len() + 1];
    nothing[text.len()] = true;
    let mut fits = vec![nothing];
    for part in parts.iter().rev() {
        let behind = &fits[fits.len() - 1];
        fits.push(starts(part, text, behind));
    }
    fits.pop().filter(|starts| starts[0])?;
    let (mut values, mut at) = (Vec::new(), 0);
    for part in parts {
        let behind = fits.pop()?;
        let shortest = || (at + 1..=text.len()).find(|&end| behind[end]);
        let (end, named) = match part {
            Part::Literal(literal) => (at + literal.len(), None),
            Part::Piece(name) => (shortest()?, Some((name, Kind::Piece))),
            Part::Rest(name) => (shortest()?, Some((name, Kind::Rest))),
        };
        values.extend(named.map(|(name, kind)| (name.as_str(), &text[at..end], kind)));
        at = end;
    }
    Some(values)
}

/// Returns the positions in `text` from where a part and the later ones match the rest. The later
/// ones alone match from the positions in `behind`.
fn starts(part: &Part, text: &str, behind: &[bool]) -> Vec<bool> {
    let bytes = text.as_bytes();
    let mut starts = vec![false; behind.len()];
    if let Part::Literal(literal) = part {
        for at in 0..behind.len().saturating_sub(literal.len()) {
            let end = at + literal.len();
            starts[at] = behind[end] && bytes[at..end] == *literal.as_bytes();
        }
        return starts;
    }
    let ends_a_piece = |byte| matches!(part, Part::Piece(_)) && matches!(byte, b'/' | b'?' | b'#');
    let mut has_an_end = false;
    for at in (0..bytes.len()).rev() {
        has_an_end = !ends_a_piece(bytes[at]) && (has_an_end || behind[at + 1]);
        starts[at] = has_an_end && text.is_char_boundary(at);
    }
    starts
}

/// Decodes a value, unless it could escape from its place.
fn decoded(raw: &str, kind: Kind) -> Option<String> {
    let value = decode_once(raw)?;
    let twice = decode_once(&value)?;
    (is_harmless(&value, kind) && is_harmless(&twice, kind)).then_some(value)
}

fn decode_once(raw: &str) -> Option<String> {
    percent_decode_str(raw).decode_utf8().ok().map(Into::into)
}

fn is_harmless(value: &str, kind: Kind) -> bool {
    let climbs = value.split('/').any(|piece| piece == ".." || piece == ".");
    let separated = kind == Kind::Piece && value.contains('/');
    let absolute = kind == Kind::Rest && value.starts_with('/');
    !(climbs || separated || absolute || value.contains(['\\', '\0']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(template: &str, uri: &str) -> Match {
        UriTemplate::parse(template).unwrap().matches(uri)
    }

    fn yes(pairs: &[(&str, &str)]) -> Match {
        Match::Yes(
            pairs
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect(),
        )
    }

    #[test]
    fn a_uri_that_fits_has_the_values_of_its_variables() {
        assert_eq!(values("users://{id}", "users://7"), yes(&[("id", "7")]));
        assert_eq!(
            values("a://{x}/b/{y}", "a://1/b/2"),
            yes(&[("x", "1"), ("y", "2")])
        );
        assert_eq!(
            values("f://{+path}", "f://a/b.txt"),
            yes(&[("path", "a/b.txt")])
        );
        assert_eq!(
            values("f://{path*}/end", "f://a/b/end"),
            yes(&[("path", "a/b")])
        );
        assert_eq!(values("a://{x}", "a://caf%C3%A9"), yes(&[("x", "café")]));
        assert_eq!(values("a://s{?q,n}", "a://s?n=2&z=1"), yes(&[("n", "2")]));
        assert_eq!(values("a://s{?q}", "a://s"), yes(&[]));
    }

    #[test]
    fn a_uri_that_does_not_fit_has_no_values() {
        assert_eq!(values("users://{id}", "users://"), Match::No);
        assert_eq!(values("users://{id}", "users://1/2"), Match::No);
        assert_eq!(values("users://{id}", "other://1"), Match::No);
    }

    #[test]
    fn a_value_is_as_short_as_the_later_ones_allow() {
        for (template, uri, expected) in [
            ("a://{x}{y}", "a://123", [("x", "1"), ("y", "23")]),
            (
                "a://{x}{y}",
                "a://\u{e9}\u{1f600}b",
                [("x", "\u{e9}"), ("y", "\u{1f600}b")],
            ),
            ("a://{x}-{y}", "a://1-2-3", [("x", "1"), ("y", "2-3")]),
            ("a://{+x}/{y}", "a://1/2/3", [("x", "1/2"), ("y", "3")]),
            ("a://{x*}/a/{y}", "a://a/a/a/a", [("x", "a/a"), ("y", "a")]),
            (
                "a://{+x}/z/{+y}",
                "a://1/z/2/z/3",
                [("x", "1"), ("y", "2/z/3")],
            ),
        ] {
            assert_eq!(values(template, uri), yes(&expected), "{template}");
        }
        assert_eq!(values("a://{x}-{y}", "a://1/-2"), Match::No);
        assert_eq!(values("a://{x}{y}", "a://1"), Match::No);
        assert_eq!(values("{x}", ""), Match::No);
    }

    #[test]
    fn a_long_uri_is_matched_in_linear_time() {
        let uri = format!("a://{}", "/a".repeat(100_000));
        assert_eq!(values("a://{+x}/a/{+y}/a/{+z}/b", &uri), Match::No);
        assert_eq!(values("a://{+v}{+w}{+x}{+y}{+z}#", &uri), Match::No);
    }

    #[test]
    fn values_that_escape_from_their_place_are_refused() {
        for uri in [
            "f://..",
            "f://.",
            "f://%2e%2e",
            "f://a%2Fb",
            "f://a%5Cb",
            "f://%00",
            "f://%252e%252e",
            "f://%ff",
        ] {
            assert_eq!(values("f://{name}", uri), Match::Refused, "{uri}");
        }
        for uri in [
            "f://../etc/passwd",
            "f://a/../../b",
            "f:///etc/passwd",
            "f://a/%2e%2e/b",
            "f://%252e%252e/b",
        ] {
            assert_eq!(values("f://{+path}", uri), Match::Refused, "{uri}");
        }
    }

    #[test]
    fn an_invalid_template_is_named_in_its_error() {
        let why = |template| UriTemplate::parse(template).unwrap_err().to_string();
        assert_eq!(
            why("a://{b"),
            "invalid URI template `a://{b`: a `{` is not closed"
        );
        assert_eq!(
            why("a://{}"),
            "invalid URI template `a://{}`: a variable has no name"
        );
    }

    #[test]
    fn a_parameter_of_the_query_cannot_replace_a_checked_part_of_the_path() {
        for template in ["f://{+path}{?path}", "f://{id}{?q,id}", "f://{?id}{id}"] {
            let error = UriTemplate::parse(template).unwrap_err().to_string();
            let why = "a variable occurs both in the path and in the query";
            assert!(error.ends_with(why), "{error}");
        }
    }
}
