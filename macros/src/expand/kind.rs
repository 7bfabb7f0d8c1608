//! The value by whose methods generated code decides what a parameter is, by its type.

use proc_macro2::TokenStream;
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
