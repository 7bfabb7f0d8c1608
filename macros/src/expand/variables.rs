//! The variables of a template and the arguments of a prompt. Both are texts by name that are
//! parsed one by one and can be completed.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{
    call::invoke,
    defaults::{default_functions, default_value},
    definition::described,
    implementation::{implement, work},
    kind::{kind, run},
    path::{located, private, private_at},
};
use crate::{
    function::Function,
    noun::Noun,
    parameter::{Parameter, Source},
};

/// Returns the items of a resource or a prompt. Its method parses the variables and calls the
/// function; `convert` turns `__value` into the output.
pub(crate) fn implement_with_variables(
    noun: Noun,
    function: &Function,
    definition: &TokenStream,
    convert: &TokenStream,
) -> TokenStream {
    let invoke = invoke(function, value_of);
    let work = work(noun, &quote!(#invoke #convert));
    let complete = complete(function);
    let methods = quote!(#work #complete);
    implement(
        noun,
        function,
        &default_functions(function),
        definition,
        &methods,
    )
}

/// Returns the builder value that describes a variable that is sent.
pub(crate) fn variable(parameter: &Parameter) -> TokenStream {
    let span = located(&parameter.ty);
    let (private, ty, name) = (private_at(span), &parameter.ty, parameter.wire_name());
    let (description, default) = (described(parameter), default_value(parameter));
    let variable = quote_spanned!(span=> #private::Variable::of::<#ty>(#name));
    quote!(#variable #description #default)
}

/// Returns the expression for the value of a parameter.
fn value_of(parameter: &Parameter) -> TokenStream {
    let (ty, name) = (&parameter.ty, parameter.wire_name());
    let span = located(ty);
    match parameter.source {
        Source::Sent => parse(parameter),
        Source::Taken => {
            let private = private_at(span);
            quote_spanned!(span=> <#ty as #private::FromContext>::from_context(&__context).await?)
        }
        Source::ByType => {
            let slot = run(parameter, "ReadVariable", &quote!(&__variables, #name));
            let kind = kind(parameter);
            quote!(#kind.take(#slot?, &__context).await?)
        }
    }
}

/// Returns the expression that parses a variable. One with a function to complete it need not have
/// a schema.
fn parse(parameter: &Parameter) -> TokenStream {
    let (ty, name) = (&parameter.ty, parameter.wire_name());
    let has_schema = parameter.attributes.complete.is_none();
    let parsed = match &parameter.attributes.default {
        Some(_) => {
            let default = parameter.default_function();
            let method = if has_schema {
                quote!(parse_described_or)
            } else {
                quote!(parse_or)
            };
            quote_spanned!(located(ty)=> #method::<#ty>(#name, || #default()))
        }
        None => {
            let method = if has_schema {
                quote!(parse_described)
            } else {
                quote!(parse)
            };
            quote_spanned!(located(ty)=> #method::<#ty>(#name))
        }
    };
    quote!(__variables.#parsed?)
}

/// Returns `fn complete`, if there is anything to complete.
fn complete(function: &Function) -> Option<TokenStream> {
    let private = private();
    let mut arms = function.parameters.iter().filter_map(completion).peekable();
    arms.peek()?;
    Some(quote! {
        fn complete(
            &self,
            __context: #private::Context,
            __argument: &str,
            __completion: #private::Completion,
        ) -> #private::BoxFuture<'_, #private::Vec<#private::String>> {
            use #private::{SentParameter as _, TakenParameter as _};
            match __argument {
                #(#arms)*
                _ => #private::Box::pin(#private::no_completion()),
            }
        }
    })
}

fn completion(parameter: &Parameter) -> Option<TokenStream> {
    let (private, ty, name) = (private(), &parameter.ty, parameter.wire_name());
    let candidates = match (parameter.source, &parameter.attributes.complete) {
        (Source::Taken, _) => return None,
        (Source::ByType, _) => {
            let candidates = run(parameter, "Candidates", &quote!(__completion));
            quote!(::core::future::ready(#candidates))
        }
        (Source::Sent, Some(completer)) => quote_spanned! {located(completer)=>
            #private::complete_with(#completer, __completion, __context)
        },
        (Source::Sent, None) => {
            quote_spanned!(located(ty)=> #private::complete_enum::<#ty>(__completion))
        }
    };
    Some(quote!(#name => #private::Box::pin(#candidates),))
}
