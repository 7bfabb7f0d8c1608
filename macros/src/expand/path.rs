//! The paths and spans of generated code.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;

/// Returns the path of toolwright's module for generated code.
pub(crate) fn private() -> TokenStream {
    private_at(Span::call_site())
}

/// Returns the same path, so that an error in a path that begins with it points at `span`.
pub(crate) fn private_at(span: Span) -> TokenStream {
    quote_spanned!(span=> ::toolwright::__private)
}

/// Returns a span for generated code at the place of the user's tokens: errors point there, and
/// lints see that the code is generated.
pub(crate) fn located(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}
