//! Where generated code finds its parts, and where its errors point.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;

/// The module of toolwright that is for generated code.
pub(crate) fn private() -> TokenStream {
    private_at(Span::call_site())
}

/// The same, so that an error in a path that begins with it points at `span`.
pub(crate) fn private_at(span: Span) -> TokenStream {
    quote_spanned!(span=> ::toolwright::__private)
}

/// The place of some of the user's tokens, for code that is ours: errors point there, lints know better.
pub(crate) fn located(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}
