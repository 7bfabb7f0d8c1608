//! The variables of a template and the arguments of a prompt. Both are texts by name that are
//! parsed one by one and can be completed.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::call::invoke;
use super::defaults::{default_functions, default_value};
use super::definition::described;
use super::implementation::{implement, work};
use super::path::{located, private, private_at};
use crate::function::Function;
use crate::noun::Noun;
use crate::parameter::Input;

/// Returns the items of a resource or a prompt. Its method parses the variables and calls the
/// function; `convert` turns `__value` into the output.
pub(crate) fn implement_with_variables(
    noun: Noun,
    function: &Function,
    definition: &TokenStream,
    convert: &TokenStream,
) -> TokenStream {
    let parse = parse_variables(function);
    let invoke = invoke(function, value_of_variable);
    let work = work(noun, &quote!(#parse #invoke #convert));
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

/// Returns the builder value that describes a variable.
pub(crate) fn variable(input: &Input) -> TokenStream {
    let span = located(&input.ty);
    let (private, ty, name) = (private_at(span), &input.ty, input.wire_name());
    let (description, default) = (described(input), default_value(input));
    let variable = quote_spanned!(span=> #private::Variable::of::<#ty>(#name));
    quote!(#variable #description #default)
}

/// Returns the statements that parse each variable into a local.
fn parse_variables(function: &Function) -> TokenStream {
    function.inputs().map(parse_variable).collect()
}

/// Returns the local of a parsed variable.
fn value_of_variable(input: &Input) -> TokenStream {
    let name = local(input);
    quote!(#name)
}

fn parse_variable(input: &Input) -> TokenStream {
    let (local, ty, name) = (local(input), &input.ty, input.wire_name());
    let parse = match &input.attributes.default {
        Some(_) => {
            let default = input.default_function();
            quote_spanned!(located(ty)=> parse_or::<#ty>(#name, || #default()))
        }
        None => quote_spanned!(located(ty)=> parse::<#ty>(#name)),
    };
    quote!(let #local: #ty = __variables.#parse?;)
}

/// Names the local of a variable. The user's own name could clash with the function or another
/// local.
fn local(input: &Input) -> Ident {
    format_ident!("__variable_{}", input.wire_name())
}

/// Returns `fn complete`, if there is anything to complete.
fn complete(function: &Function) -> Option<TokenStream> {
    let (private, mut arms) = (private(), function.inputs().map(completion).peekable());
    arms.peek()?;
    Some(quote! {
        fn complete(
            &self,
            __argument: &str,
            __completion: #private::Completion,
        ) -> #private::BoxFuture<'_, #private::Vec<#private::String>> {
            match __argument {
                #(#arms)*
                _ => #private::Box::pin(#private::no_completion()),
            }
        }
    })
}

fn completion(input: &Input) -> TokenStream {
    let (private, ty, name) = (private(), &input.ty, input.wire_name());
    let candidates = match &input.attributes.complete {
        Some(completer) => {
            quote_spanned!(located(completer)=> complete_with(#completer, __completion))
        }
        None => quote_spanned!(located(ty)=> complete_enum::<#ty>(__completion)),
    };
    quote!(#name => #private::Box::pin(#private::#candidates),)
}
