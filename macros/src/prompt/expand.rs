//! The expansion of a prompt: the code that a person would write to implement `Prompt` by hand.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::model::Model;
use crate::{
    expand::{
        belonging, implement_with_variables, located, named_details, private, private_at, run,
        variable,
    },
    function::Function,
    noun::Noun,
    parameter::{Parameter, Source},
};

/// Returns the items of a prompt.
pub(super) fn prompt(model: &Model) -> TokenStream {
    let (definition, convert) = (define(model), convert(&model.function));
    implement_with_variables(Noun::Prompt, &model.function, &definition, &convert)
}

fn define(model: &Model) -> TokenStream {
    let Model { function, name, .. } = model;
    let (private, description) = (private(), &function.description);
    let details = named_details(model.title.as_ref(), &model.tags);
    let belonging = belonging(model.belongs_to.as_ref());
    let arguments = function.parameters.iter().map(argument);
    quote! {
        #private::PromptDef::new(#name, #description)
            .of_crate(::core::option_env!("CARGO_PKG_VERSION"))
            #details
            #belonging
            #(#arguments)*
    }
}

/// Returns the builder call that adds an argument, if the client sends the parameter.
fn argument(parameter: &Parameter) -> TokenStream {
    let (name, description) = (parameter.wire_name(), &parameter.description);
    if parameter.source == Source::Sent {
        let variable = variable(parameter);
        return quote!(.argument(#variable));
    }
    let variable = run(parameter, "DescribeVariable", &quote!(#name, #description));
    quote!(.argument_if(#variable))
}

fn convert(function: &Function) -> TokenStream {
    let span = located(&function.output());
    let private = private_at(span);
    quote_spanned!(span=> #private::IntoPromptOutput::into_prompt_output(__value))
}
