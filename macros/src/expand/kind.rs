//! The value by whose methods generated code decides what a parameter is, by its type.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::path::{located, private_at};
use crate::parameter::{Parameter, Source};

/// Returns the receiver of the methods of `TakenParameter` and `SentParameter`.
///
/// One reference less leaves the choice to the type; the second one has only `SentParameter`.
pub(crate) fn kind(parameter: &Parameter) -> TokenStream {
    let ty = &parameter.ty;
    let span = located(ty);
    let private = private_at(span);
    match parameter.source {
        Source::Sent => quote_spanned!(span=> (&&#private::ParameterKind::<#ty>::new())),
        Source::Taken | Source::ByType => {
            quote_spanned!(span=> (&#private::ParameterKind::<#ty>::new()))
        }
    }
}

/// Returns the call that runs an operation with these arguments. An error about the type of the
/// parameter points at the type.
pub(crate) fn run(parameter: &Parameter, operation: &str, arguments: &TokenStream) -> TokenStream {
    let span = located(&parameter.ty);
    let (kind, private) = (kind(parameter), private_at(span));
    let operation = Ident::new(operation, span);
    quote_spanned!(span=> #kind.run(#private::#operation(#arguments)))
}
