//! The text of a doc comment.
//!
//! A doc comment reaches a macro as one `#[doc = "…"]` attribute per line, between any other
//! attributes.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// Returns the doc comment among these attributes as plain text; empty if there is none.
pub(crate) fn text(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes
        .iter()
        .filter_map(value)
        .flat_map(|doc| lines(&doc))
        .collect();
    lines.join("\n").trim().to_owned()
}

/// Whether this attribute is part of a doc comment.
pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

fn value(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if is_doc(attribute) => Some(text.value()),
        _ => None,
    }
}

/// Returns the lines of a comment. Those of a block comment may begin with a decorative `*`.
fn lines(doc: &str) -> Vec<String> {
    let is_block = doc.contains('\n');
    doc.split('\n')
        .map(|line| if is_block { undecorated(line) } else { line })
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned())
        .collect()
}

fn undecorated(line: &str) -> &str {
    line.trim_start().strip_prefix('*').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::text;
    use syn::{Attribute, ItemFn};

    fn attributes(source: &str) -> Vec<Attribute> {
        syn::parse_str::<ItemFn>(&format!("{source} fn f() {{}}"))
            .expect("a function")
            .attrs
    }

    #[test]
    fn lines_are_joined_without_their_leading_space() {
        assert_eq!(
            text(&attributes("/// One.\n///   Two.  \n")),
            "One.\n  Two."
        );
    }

    #[test]
    fn paragraphs_are_kept_and_blank_ends_removed() {
        assert_eq!(
            text(&attributes("///\n/// One.\n///\n/// Two.\n///\n")),
            "One.\n\nTwo."
        );
    }

    #[test]
    fn other_attributes_between_lines_are_ignored() {
        assert_eq!(
            text(&attributes(
                "/// One.\n#[inline]\n/// Two.\n#[doc(alias = \"x\")]\n"
            )),
            "One.\nTwo."
        );
    }

    #[test]
    fn a_block_comment_loses_its_stars() {
        assert_eq!(
            text(&attributes("/**\n * One.\n * Two.\n */\n")),
            "One.\nTwo."
        );
    }

    #[test]
    fn an_empty_comment_has_no_text() {
        assert_eq!(text(&attributes("#[inline] ///\n")), "");
    }
}
