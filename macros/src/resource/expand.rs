//! The expansion of a resource: what a person would write to implement `Resource` by hand.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::model::Model;
use crate::expand::{
    complete, default_functions, definition, invoke, item, located, named_details, parse_variables,
    private, private_at, requires, traits_of_the_result, value_of_variable, variable,
};
use crate::function::Function;

/// The items of a resource.
pub(super) fn resource(model: &Model) -> TokenStream {
    let (private, name) = (private(), model.function.name());
    let (defaults, definition) = (default_functions(&model.function), define(model));
    let (requires, read, complete) = (
        requires(&model.function),
        read(&model.function),
        complete(&model.function),
    );
    let implementation = quote! {
        #defaults

        #[automatically_derived]
        impl #private::Resource for #name {
            #definition
            #requires
            #read
            #complete
        }

        #private::inventory::submit! {
            #private::Discovered::resource(#private::module_path!(), || #private::Arc::new(#name {}))
        }
    };
    item(&model.function, &implementation)
}

/// A resource that stands in for one with mistakes, and is never read.
pub(super) fn stub(function: &Function) -> TokenStream {
    let (private, name) = (private(), function.name());
    quote! {
        impl #private::Resource for #name {
            fn definition(&self) -> &#private::ResourceDef {
                ::core::unreachable!()
            }
            fn read(
                &self,
                _: #private::Context,
                _: #private::Variables,
            ) -> #private::BoxFuture<'_, #private::Result<#private::ResourceOutput, #private::ToolError>> {
                ::core::unreachable!()
            }
        }
    }
}

fn define(model: &Model) -> TokenStream {
    let Model {
        function,
        uri,
        name,
        mime,
        ..
    } = model;
    let (private, description) = (private(), &function.description);
    let details = named_details(model.title.as_ref(), &model.tags);
    let mime = mime.as_ref().map(|mime| quote!(.mime(#mime)));
    let variables = function.inputs().map(variable);
    let value = quote! {
        #private::ResourceDef::new(#uri, #name, #description)
            #details
            #mime
            #(.variable(#variables))*
    };
    definition("ResourceDef", &value)
}

fn read(function: &Function) -> TokenStream {
    let (private, traits) = (private(), traits_of_the_result());
    let (parse, invoke) = (
        parse_variables(function),
        invoke(function, value_of_variable),
    );
    let convert = convert(function);
    quote! {
        fn read(
            &self,
            __context: #private::Context,
            __variables: #private::Variables,
        ) -> #private::BoxFuture<'_, #private::Result<#private::ResourceOutput, #private::ToolError>> {
            #private::Box::pin(async move {
                #traits
                #parse
                #invoke
                #convert
            })
        }
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
