//! The items that replace an annotated function: the function, a struct of its name, and the impls
//! of the struct.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::path::private;
use crate::function::Function;

/// Returns the function, the struct and a block with its impls.
pub(crate) fn item(function: &Function, implementation: &TokenStream) -> TokenStream {
    let conditions: Vec<_> = function.conditions().collect();
    let private = private();
    let (visibility, name) = (&function.item.vis, function.name());
    let with_implementation = quote!(#private::with_implementation);
    // In an `impl` block, where no struct may stand, the compiler's error points at the function. It
    // drops the struct there, and with it the attribute that holds the impls, so that it is the only
    // error.
    let structure = quote_spanned!(function.item.sig.fn_token.span=> struct #name {});
    quote! {
        // Parameters are owned and flat, and `async` decides where the function runs.
        #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments, clippy::unused_async)]
        #function

        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, unreachable_pub)]
        #[#with_implementation(
            #[allow(deprecated, unused_imports)]
            const _: () = { #implementation };
        )]
        #visibility #structure
    }
}

/// Returns the items of a function with mistakes: the errors, and enough of the rest that there are
/// no further ones.
pub(crate) fn mistaken(function: &Function, error: &syn::Error, stub: &TokenStream) -> TokenStream {
    let error = error.to_compile_error();
    if function.is_method() {
        return quote!(#function #error);
    }
    let item = item(function, stub);
    quote!(#item #error)
}
