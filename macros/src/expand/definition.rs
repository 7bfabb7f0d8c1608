//! The methods that say what a thing is and what it needs.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::LitStr;

use super::path::private;
use crate::function::Function;
use crate::parameter::Input;

/// `fn definition`, computed once; `kind` is the type of the definition.
pub(crate) fn definition(kind: &str, value: &TokenStream) -> TokenStream {
    let (private, kind) = (private(), format_ident!("{kind}"));
    quote! {
        fn definition(&self) -> &#private::#kind {
            use #private::{DefaultOpaque as _, DefaultSerialize as _};
            static __DEFINITION: #private::LazyLock<#private::#kind> =
                #private::LazyLock::new(|| #value);
            &__DEFINITION
        }
    }
}

/// `fn requires`, if the function takes state.
pub(crate) fn requires(function: &Function) -> Option<TokenStream> {
    let (private, mut states) = (private(), function.states().peekable());
    states.peek()?;
    Some(quote! {
        fn requires(&self) -> #private::Vec<#private::StateType> {
            #private::vec![#(#private::StateType::of::<#states>()),*]
        }
    })
}

/// The builder calls for a title and tags.
pub(crate) fn named_details(title: Option<&LitStr>, tags: &[LitStr]) -> TokenStream {
    let title = title.map(|title| quote!(.title(#title)));
    quote!(#title #(.tag(#tags))*)
}

/// The builder call for the doc comment of an input, if it has one.
pub(crate) fn described(input: &Input) -> Option<TokenStream> {
    let description = &input.description;
    (!description.is_empty()).then(|| quote!(.describe(#description)))
}
