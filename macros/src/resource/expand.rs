//! The expansion of a resource: the code that a person would write to implement `Resource` by hand.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::model::Model;
use crate::{
    expand::{
        belonging, implement_with_variables, located, named_details, private, private_at, variable,
    },
    function::Function,
    noun::Noun,
    parameter::{Parameter, Source},
};

/// Returns the items of a resource.
pub(super) fn resource(model: &Model) -> TokenStream {
    let (definition, convert) = (define(model), convert(&model.function));
    implement_with_variables(Noun::Resource, &model.function, &definition, &convert)
}

fn define(model: &Model) -> TokenStream {
    let Model {
        function,
        uri,
        name,
        mime,
        meta,
        ..
    } = model;
    let (private, description) = (private(), &function.description);
    let details = named_details(model.title.as_ref(), &model.tags);
    let belonging = belonging(model.belongs_to.as_ref());
    let mime = mime.as_ref().map(|mime| quote!(.with_mime_type(#mime)));
    let variables = function.parameters.iter().filter(is_sent).map(variable);
    quote! {
        #private::ResourceDef::new(#uri, #name, #description)
            .of_crate(::core::option_env!("CARGO_PKG_VERSION"))
            #details
            #mime
            #(#meta)*
            #belonging
            #(.variable(#variables))*
    }
}

fn convert(function: &Function) -> TokenStream {
    let span = located(&function.output());
    let private = private_at(span);
    let definition = quote!(#private::Resource::definition(self));
    quote_spanned! {span=>
        #private::IntoResourceOutput::into_resource_output(__value, &__variables, #definition)
    }
}

fn is_sent(parameter: &&Parameter) -> bool {
    parameter.source == Source::Sent
}
