//! The parts of a definition that all nouns share.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::LitStr;

use super::{
    kind::kind,
    path::{located, private},
};
use crate::{
    function::Function,
    parameter::{Parameter, Source},
};

/// Returns `fn requires`, if the function or one that completes its arguments may take state.
pub(crate) fn requires(function: &Function) -> Option<TokenStream> {
    let private = private();
    let mut states = function.parameters.iter().filter_map(states_of).peekable();
    states.peek()?;
    Some(quote! {
        fn requires(&self) -> #private::Vec<#private::StateType> {
            use #private::{SentParameter as _, TakenParameter as _};
            let mut __states = #private::Vec::new();
            #(#states)*
            __states
        }
    })
}

fn states_of(parameter: &Parameter) -> Option<TokenStream> {
    let (private, ty) = (private(), &parameter.ty);
    match (parameter.source, &parameter.attributes.complete) {
        (Source::Sent, None) => None,
        (Source::Sent, Some(completer)) => Some(quote_spanned! {located(completer)=>
            __states.extend(#private::states_of(&#completer));
        }),
        (Source::Taken, _) => Some(quote_spanned! {located(ty)=>
            __states.extend(<#ty as #private::FromContext>::requires());
        }),
        (Source::ByType, _) => {
            let kind = kind(parameter);
            Some(quote!(#kind.require(&mut __states);))
        }
    }
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

/// Returns the builder call for the doc comment of a parameter, if it has one.
pub(crate) fn described(parameter: &Parameter) -> Option<TokenStream> {
    let description = &parameter.description;
    (!description.is_empty()).then(|| quote!(.describe(#description)))
}
