//! [`Description`]: the text of a doc comment.
//!
//! A doc comment reaches a macro as one `#[doc = "…"]` attribute per line, between any other
//! attributes.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// A description: plain text, or expressions that the compiler evaluates, as in
/// `#[doc = concat!("a", "b")]`.
#[derive(Clone)]
pub(crate) enum Description {
    Text(String),
    /// One expression.
    Expression(Box<Expr>),
    /// The lines of a comment, some of which are expressions.
    Lines(Vec<Expr>),
}

impl Description {
    /// Reads the doc comment among these attributes.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let docs: Vec<&Expr> = attributes.iter().filter_map(expression).collect();
        let texts: Option<Vec<String>> = docs.iter().map(|doc| text(doc)).collect();
        match texts {
            Some(texts) => {
                let lines: Vec<_> = texts.iter().flat_map(|doc| lines(doc)).collect();
                Self::Text(lines.join("\n").trim().to_owned())
            }
            None => Self::Lines(docs.into_iter().cloned().collect()),
        }
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }
}

impl ToTokens for Description {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Text(text) => text.to_tokens(tokens),
            Self::Expression(expression) => expression.to_tokens(tokens),
            Self::Lines(lines) => {
                quote!(&::toolwright::__private::doc_comment(&[#(#lines),*])).to_tokens(tokens);
            }
        }
    }
}

/// Whether this attribute is part of a doc comment.
pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

fn expression(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if is_doc(attribute) => Some(&pair.value),
        _ => None,
    }
}

fn text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
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
    use quote::ToTokens as _;
    use syn::{Attribute, ItemFn};

    use super::Description;

    fn attributes(source: &str) -> Vec<Attribute> {
        syn::parse_str::<ItemFn>(&format!("{source} fn f() {{}}"))
            .expect("a function")
            .attrs
    }

    fn text(attributes: &[Attribute]) -> String {
        match Description::of(attributes) {
            Description::Text(text) => text,
            other => panic!("{}", other.to_token_stream()),
        }
    }

    #[test]
    fn an_expression_is_left_to_the_compiler() {
        let source = "/// One.\n#[doc = concat!(\"T\", \"wo.\")]\n";
        let description = Description::of(&attributes(source)).to_token_stream();
        let expected = "& :: toolwright :: __private :: doc_comment (& [\" One.\" , concat ! (\"T\" , \"wo.\")])";
        assert_eq!(description.to_string(), expected);
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
