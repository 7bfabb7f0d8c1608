//! The parts of a definition that all nouns share.

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use super::path::private;
use crate::function::Function;
use crate::parameter::Input;

/// Returns `fn requires`, if the function takes state.
pub(crate) fn requires(function: &Function) -> Option<TokenStream> {
    let (private, mut states) = (private(), function.states().peekable());
    states.peek()?;
    Some(quote! {
        fn requires(&self) -> #private::Vec<#private::StateType> {
            #private::vec![#(#private::StateType::of::<#states>()),*]
        }
    })
}

/// Returns the builder calls for the title and the tags.
pub(crate) fn named_details(title: Option<&LitStr>, tags: &[LitStr]) -> TokenStream {
    let title = title.map(|title| quote!(.with_title(#title)));
    quote!(#title #(.tag(#tags))*)
}

/// Returns the builder call for the tool that a resource or a prompt serves.
pub(crate) fn belonging(tool: Option<&LitStr>) -> Option<TokenStream> {
    tool.map(|tool| quote!(.belongs_to(#tool)))
}

/// Returns the builder call for the doc comment of an input, if it has one.
pub(crate) fn described(input: &Input) -> Option<TokenStream> {
    let description = &input.description;
    (!description.is_empty()).then(|| quote!(.describe(#description)))
}
