//! The defaults of parameters. Each has a function, which the schema and calls without the argument
//! use.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, ExprUnary, Lit};

use super::path::{located, private};
use crate::{
    function::Function,
    parameter::{DefaultValue, Parameter},
};

/// Returns a function for each default.
pub(crate) fn default_functions(function: &Function) -> TokenStream {
    function
        .parameters
        .iter()
        .filter_map(default_function)
        .collect()
}

fn default_function(parameter: &Parameter) -> Option<TokenStream> {
    let (name, ty) = (parameter.default_function(), &parameter.ty);
    let default = parameter.attributes.default.as_ref()?;
    let value = expression(default, parameter.is_optional());
    Some(quote_spanned!(located(ty)=> fn #name() -> #ty { #value }))
}

/// Returns the builder call that shows the default in the schema, if it has a JSON form.
pub(crate) fn default_value(parameter: &Parameter) -> Option<TokenStream> {
    parameter.attributes.default.as_ref()?;
    let (private, function) = (private(), parameter.default_function());
    Some(quote!(.default_value((&#private::DefaultProbe(&#function())).json())))
}

/// Returns the value. A literal may stand for an owned or optional value: `"celsius"` for a
/// `String`, `5` for an `Option<u8>`.
fn expression(default: &DefaultValue, is_optional: bool) -> TokenStream {
    match default {
        DefaultValue::OfType => quote!(::core::default::Default::default()),
        DefaultValue::Written(value) if is_optional && is_literal(value) => {
            let value = owned(value);
            quote!(::core::option::Option::Some(#value))
        }
        DefaultValue::Written(value) => owned(value),
    }
}

fn owned(value: &Expr) -> TokenStream {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => quote_spanned!(located(text)=> ::core::convert::Into::into(#text)),
        value => quote!(#value),
    }
}

fn is_literal(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) => true,
        Expr::Unary(ExprUnary { expr, .. }) => is_literal(expr),
        _ => false,
    }
}
