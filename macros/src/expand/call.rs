//! The call of the user's function.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::path::{located, private, private_at};
use crate::function::Function;
use crate::parameter::{Input, Parameter};

/// Imports the traits that tell a `Result` from a plain value.
pub(crate) fn traits_of_the_result() -> TokenStream {
    let private = private();
    quote!(use #private::{ReturnsBoxedError as _, ReturnsResult as _, ReturnsValue as _};)
}

/// Returns the statements that call the function and put its value, without the `Result`, into
/// `__value`.
pub(crate) fn invoke(function: &Function, value_of: impl Fn(&Input) -> TokenStream) -> TokenStream {
    let injected = function.parameters.iter().enumerate().filter_map(inject);
    let (call, output) = (call(function, value_of), function.output());
    let span = located(&output);
    let private = private_at(span);
    let result =
        quote_spanned!(span=> (&#private::ReturnType::<#output>::new()).result_of(__value)?);
    quote! {
        #(#injected)*
        let __value = #call;
        let __value = #result;
    }
}

fn inject((position, parameter): (usize, &Parameter)) -> Option<TokenStream> {
    let name = injected_name(position);
    match parameter {
        Parameter::Input(_) => None,
        Parameter::Context => Some(quote!(let #name = __context.clone();)),
        Parameter::State(ty) => Some(quote!(let #name = __context.state::<#ty>()?;)),
    }
}

fn injected_name(position: usize) -> Ident {
    format_ident!("__injected_{position}")
}

/// Returns the call. A function that is not `async` may block, so it runs on a thread for that.
fn call(function: &Function, value_of: impl Fn(&Input) -> TokenStream) -> TokenStream {
    let (private, name) = (private(), function.name());
    let arguments = function
        .parameters
        .iter()
        .enumerate()
        .map(|(position, parameter)| match parameter {
            Parameter::Input(input) => value_of(input),
            Parameter::Context | Parameter::State(_) => {
                let name = injected_name(position);
                quote!(#name)
            }
        });
    if function.item.sig.asyncness.is_some() {
        quote!(#name(#(#arguments),*).await)
    } else {
        quote!(#private::blocking(move || #name(#(#arguments),*)).await?)
    }
}
