//! The expansion of a prompt: what a person would write to implement `Prompt` by hand.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::model::Model;
use crate::expand::{
    complete, default_functions, definition, invoke, item, located, named_details, parse_variables,
    private, private_at, requires, traits_of_the_result, value_of_variable, variable,
};
use crate::function::Function;

/// The items of a prompt.
pub(super) fn prompt(model: &Model) -> TokenStream {
    let (private, name) = (private(), model.function.name());
    let (defaults, definition) = (default_functions(&model.function), define(model));
    let (requires, get, complete) = (
        requires(&model.function),
        get(&model.function),
        complete(&model.function),
    );
    let implementation = quote! {
        #defaults

        #[automatically_derived]
        impl #private::Prompt for #name {
            #definition
            #requires
            #get
            #complete
        }

        #private::inventory::submit! {
            #private::Discovered::prompt(#private::module_path!(), || #private::Arc::new(#name {}))
        }
    };
    item(&model.function, &implementation)
}

/// A prompt that stands in for one with mistakes, and is never asked for.
pub(super) fn stub(function: &Function) -> TokenStream {
    let (private, name) = (private(), function.name());
    quote! {
        impl #private::Prompt for #name {
            fn definition(&self) -> &#private::PromptDef {
                ::core::unreachable!()
            }
            fn get(
                &self,
                _: #private::Context,
                _: #private::Variables,
            ) -> #private::BoxFuture<'_, #private::Result<#private::PromptOutput, #private::ToolError>> {
                ::core::unreachable!()
            }
        }
    }
}

fn define(model: &Model) -> TokenStream {
    let Model { function, name, .. } = model;
    let (private, description) = (private(), &function.description);
    let details = named_details(model.title.as_ref(), &model.tags);
    let arguments = function.inputs().map(variable);
    let value = quote! {
        #private::PromptDef::new(#name, #description)
            #details
            #(.argument(#arguments))*
    };
    definition("PromptDef", &value)
}

fn get(function: &Function) -> TokenStream {
    let (private, traits) = (private(), traits_of_the_result());
    let (parse, invoke) = (
        parse_variables(function),
        invoke(function, value_of_variable),
    );
    let convert = convert(function);
    quote! {
        fn get(
            &self,
            __context: #private::Context,
            __variables: #private::Variables,
        ) -> #private::BoxFuture<'_, #private::Result<#private::PromptOutput, #private::ToolError>> {
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
    quote_spanned!(span=> #private::IntoPromptOutput::into_prompt_output(__value))
}
