//! The call of the user's function.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::path::{located, private, private_at};
use crate::{function::Function, parameter::Parameter};

/// Imports the traits that tell a `Result` from a plain value, and a parameter that is sent from
/// one that is taken from the call.
pub(crate) fn traits_of_types() -> TokenStream {
    let private = private();
    quote! {
        use #private::{
            ReturnsBoxedError as _, ReturnsContents as _, ReturnsOutput as _, ReturnsResult as _,
            ReturnsValue as _, SentParameter as _, TakenParameter as _,
        };
    }
}

/// Returns the statements that call the function with `value_of` each parameter, and put what it
/// returns, without the `Result`, into `__value`.
pub(crate) fn invoke(
    function: &Function,
    value_of: impl Fn(&Parameter) -> TokenStream,
) -> TokenStream {
    let names: Vec<Ident> = (0..function.parameters.len())
        .map(|position| format_ident!("__parameter_{position}"))
        .collect();
    let values = function.parameters.iter().map(value_of);
    let (call, output) = (call(function, &names), function.output());
    let span = located(&output);
    let private = private_at(span);
    let result =
        quote_spanned!(span=> (&#private::ReturnType::<#output>::new()).result_of(__value)?);
    quote! {
        #(let #names = #values;)*
        let __value = #call;
        let __value = #result;
    }
}

/// Returns the call. A function that is not `async` may block, so it runs on a thread for that.
fn call(function: &Function, arguments: &[Ident]) -> TokenStream {
    let (private, name) = (private(), function.name());
    if function.item.sig.asyncness.is_some() {
        quote!(#name(#(#arguments),*).await)
    } else {
        quote!(#private::blocking(move || #name(#(#arguments),*)).await?)
    }
}
