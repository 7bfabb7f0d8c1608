//! The argument `meta("vendor/key" = value, …)`, which tools and resources have.

use proc_macro2::{Group, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    Expr, LitStr, Token,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token::{Brace, Bracket},
};

use crate::{argument::Arguments, errors::Errors, expand::private};

/// A key of `_meta` and its value. It expands to a call of the definition's `meta`.
pub(crate) struct MetaEntry {
    key: LitStr,
    value: TokenStream,
}

impl Parse for MetaEntry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.parse()?;
        input.parse::<Token![=]>()?;
        // An object and a list are written as JSON, everything else as an expression.
        let value = if input.peek(Brace) || input.peek(Bracket) {
            let (private, json) = (private(), input.parse::<Group>()?);
            quote!(#private::json!(#json))
        } else {
            input.parse::<Expr>()?.into_token_stream()
        };
        Ok(Self { key, value })
    }
}

impl ToTokens for MetaEntry {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { key, value } = self;
        tokens.extend(quote!(.meta(#key, #value)));
    }
}

/// Takes `meta("vendor/key" = value, …)`.
pub(crate) fn meta_argument(arguments: &mut Arguments, errors: &mut Errors) -> Vec<MetaEntry> {
    let entries = Punctuated::<MetaEntry, Token![,]>::parse_terminated;
    let expected = "meta(\"vendor/key\" = value)";
    let entries = arguments.list("meta", expected, entries, errors);
    entries.into_iter().flatten().collect()
}
