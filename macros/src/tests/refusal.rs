//! What a macro refuses, read back from its expansion.

use proc_macro2::{Ident, TokenStream, TokenTree};

/// An expansion without the compiler around it.
pub(super) type Expand = fn(TokenStream, TokenStream) -> TokenStream;

/// Expands source text, so that spans point into it.
pub(super) fn expand(expand: Expand, attribute: &str, item: &str) -> TokenStream {
    expand(tokens(attribute), tokens(item))
}

/// Asserts that expanding gives exactly these errors: the message, and the source text it points
/// at.
#[track_caller]
pub(super) fn refuses(
    attribute_macro: Expand,
    attribute: &str,
    item: &str,
    expected: &[(&str, &str)],
) {
    let found = errors(expand(attribute_macro, attribute, item));
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(message, culprit)| (message.as_str(), culprit.as_str()))
        .collect();
    assert_eq!(found, expected);
}

/// The errors in an expansion: the message, and the source text it points at.
pub(super) fn errors(expansion: TokenStream) -> Vec<(String, String)> {
    let mut errors = Vec::new();
    let mut rest = expansion.into_iter();
    while let Some(token) = rest.next() {
        if let TokenTree::Ident(start) = token
            && start == "compile_error"
        {
            errors.extend(rest.nth(1).and_then(|braces| error(&start, braces)));
        }
    }
    errors
}

fn error(start: &Ident, braces: TokenTree) -> Option<(String, String)> {
    let TokenTree::Group(braces) = braces else {
        return None;
    };
    let message: syn::LitStr = syn::parse2(braces.stream()).ok()?;
    let culprit = start.span().join(braces.span())?.source_text()?;
    Some((message.value(), culprit))
}

fn tokens(source: &str) -> TokenStream {
    source.parse().expect("source that lexes")
}
