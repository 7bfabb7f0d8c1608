//! A cheap look at a page before it is parsed: how deep its elements are nested, and how many
//! attributes one of them has.
//!
//! The parser takes time that grows with the square of both. This scan reads the page once, and
//! follows the tokens of HTML closely enough for pages that people write. A page that is made to
//! get around it ends at the time limit of its worker.

use std::collections::HashMap;

use super::error::DocumentError;

/// The most elements that are open at once.
const MAX_OPEN: usize = 2_000;
/// The most attributes of one element.
const MAX_ATTRIBUTES: usize = 1_000;

/// Elements without an end tag, or whose end tag is often left out. The parser closes them itself.
const CLOSED_BY_ITSELF: [&str; 36] = [
    "area", "base", "basefont", "bgsound", "body", "br", "col", "colgroup", "dd", "dt", "embed",
    "frame", "head", "hr", "html", "img", "input", "keygen", "li", "link", "meta", "optgroup",
    "option", "p", "param", "rp", "rt", "source", "tbody", "td", "tfoot", "th", "thead", "tr",
    "track", "wbr",
];

/// Elements whose content is text.
const TEXTS: [&str; 7] = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title",
];

/// Refuses a page that is nested too deeply or has an element with too many attributes.
pub(super) fn check(page: &str) -> Result<(), DocumentError> {
    let mut scan = Scan {
        rest: page,
        open: HashMap::new(),
        depth: 0,
    };
    while let Some(at) = memchr::memchr(b'<', scan.rest.as_bytes()) {
        scan.rest = &scan.rest[at + 1..];
        scan.tag()?;
    }
    Ok(())
}

struct Scan<'p> {
    rest: &'p str,
    /// The open elements by their names.
    open: HashMap<String, usize>,
    depth: usize,
}

impl Scan<'_> {
    /// Reads what follows a `<`.
    fn tag(&mut self) -> Result<(), DocumentError> {
        if let Some(rest) = self.rest.strip_prefix("!--") {
            self.rest = after_comment(rest);
            return Ok(());
        }
        if let Some(rest) = self.rest.strip_prefix('/') {
            self.rest = rest;
            let name = self.name();
            self.close(&name);
            return Ok(());
        }
        if !self
            .rest
            .starts_with(|first: char| first.is_ascii_alphabetic())
        {
            return Ok(());
        }
        let name = self.name();
        self.attributes()?;
        self.begin(name)
    }

    fn name(&mut self) -> String {
        let is_end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
        self.take_until(is_end).to_ascii_lowercase()
    }

    fn take_until(&mut self, is_end: impl Fn(u8) -> bool) -> &str {
        let end = self.rest.bytes().position(is_end);
        let (taken, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// Reads attributes up to the end of the tag, and counts them.
    fn attributes(&mut self) -> Result<(), DocumentError> {
        for _ in 0..=MAX_ATTRIBUTES {
            self.take_until(|byte| !byte.is_ascii_whitespace() && byte != b'/');
            if self.rest.is_empty() || self.rest.starts_with('>') {
                return Ok(());
            }
            let first = self.rest.chars().next().map_or(0, char::len_utf8);
            self.rest = &self.rest[first..];
            self.take_until(|byte| {
                byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'=')
            });
            self.value();
        }
        let reason = format!("an element has more than {MAX_ATTRIBUTES} attributes");
        Err(DocumentError::TooLarge(reason))
    }

    /// Skips `= value`, if it is next.
    fn value(&mut self) {
        let spaced = self.rest.trim_ascii_start();
        let Some(value) = spaced.strip_prefix('=') else {
            return;
        };
        self.rest = value.trim_ascii_start();
        match self.rest.as_bytes().first() {
            Some(quote @ (b'"' | b'\'')) => {
                let quote = *quote;
                self.rest = &self.rest[1..];
                self.take_until(|byte| byte == quote);
                self.rest = self.rest.get(1..).unwrap_or_default();
            }
            _ => {
                self.take_until(|byte| byte.is_ascii_whitespace() || byte == b'>');
            }
        }
    }

    fn begin(&mut self, name: String) -> Result<(), DocumentError> {
        // Inside of these, other elements are not special.
        let is_drawing = ["svg", "math"]
            .iter()
            .any(|name| self.open.contains_key(*name));
        if !is_drawing && TEXTS.contains(&name.as_str()) {
            self.skip_text(&name);
        } else if !CLOSED_BY_ITSELF.contains(&name.as_str()) {
            *self.open.entry(name).or_default() += 1;
            self.depth += 1;
        }
        if self.depth > MAX_OPEN {
            let reason = format!("its elements are nested more than {MAX_OPEN} deep");
            return Err(DocumentError::TooLarge(reason));
        }
        Ok(())
    }

    /// Skips text up to the end tag of its element.
    fn skip_text(&mut self, name: &str) {
        let is_end = |rest: &str| {
            let found = rest.as_bytes().get(2..2 + name.len());
            rest.starts_with("</")
                && found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        };
        while let Some(at) = memchr::memchr(b'<', self.rest.as_bytes()) {
            self.rest = &self.rest[at..];
            if is_end(self.rest) {
                return;
            }
            self.rest = &self.rest[1..];
        }
        self.rest = "";
    }

    fn close(&mut self, name: &str) {
        if let Some(count) = self.open.get_mut(name) {
            *count -= 1;
            self.depth -= 1;
            if *count == 0 {
                self.open.remove(name);
            }
        }
    }
}

/// Returns what follows a comment, whose beginning was read.
fn after_comment(rest: &str) -> &str {
    for short in [">", "->"] {
        if let Some(rest) = rest.strip_prefix(short) {
            return rest;
        }
    }
    let mut rest = rest;
    while let Some(at) = rest.find("--") {
        let after = &rest[at + 2..];
        if let Some(after) = after.strip_prefix('>').or(after.strip_prefix("!>")) {
            return after;
        }
        // A third dash may be the second one of the end.
        rest = &rest[at + 1..];
    }
    ""
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn is_refused(page: &str) -> bool {
        check(page).is_err()
    }

    #[test]
    fn depth_is_counted_and_what_closes_itself_is_not() {
        let (open, close) = ("<div>".repeat(2_000), "</div>".repeat(2_000));
        assert!(!is_refused(&format!("{open}{close}{open}")));
        assert!(is_refused(&"<div>".repeat(2_001)));
        assert!(is_refused(&"<DIV >x".repeat(2_001)));
        assert!(!is_refused(&"<p>a<br><img src=x><li>b".repeat(9_000)));
        // End tags of what is not open close nothing.
        assert!(is_refused(&"<div></b></i>".repeat(2_001)));
        assert!(!is_refused(&"<i>a</i>".repeat(9_000)));
    }

    #[test]
    fn text_is_not_counted() {
        let tags = "<div>".repeat(5_000);
        for page in [
            format!("<script>{tags}</SCRIPT>"),
            format!("<!-- {tags} -->"),
            format!("<textarea>{tags}"),
        ] {
            assert!(!is_refused(&page), "{}", &page[..20]);
        }
        for page in [
            format!("<!-->{tags}"),
            format!("<!--->{tags}"),
            format!("<!-- - -- --- ! --!>{tags}"),
            format!("<!-- a ----->{tags}"),
            format!("<script></script>{tags}"),
            format!("<svg><script>{tags}"),
            format!("<textarea></textarea>{tags}"),
        ] {
            assert!(is_refused(&page), "{}", &page[..20]);
        }
    }

    #[test]
    fn many_comments_take_linear_time() {
        // Each ends with `-->`, and a search for `--!>` would read the rest of the page.
        let page = "<!---->".repeat(300_000);
        let begin = Instant::now();
        assert!(!is_refused(&page));
        assert!(begin.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn attributes_are_counted_wherever_a_tag_could_seem_to_end() {
        let many = |attribute: &str, count| format!("<div {}>", attribute.repeat(count));
        assert!(!is_refused(&many("a=1 ", 1_000)));
        for attribute in ["a ", "a/", "a=1 ", "a = '>' ", "a=\">\"", "é=ü\n"] {
            assert!(is_refused(&many(attribute, 1_001)), "{attribute}");
        }
        assert!(!is_refused("<div a='"));
        assert!(!is_refused("<div a="));
        assert!(!is_refused("<"));
    }
}
