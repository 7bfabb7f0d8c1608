//! [`RateLimit`]: how often a caller may call a tool, as in `rate_limit(per_minute = 10)`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, LitInt, Token, parse::ParseStream, punctuated::Punctuated};

use crate::{argument::Arguments, errors::Errors, expand::private};

const EXPECTED: &str = "rate_limit(per_minute = 10, per_hour = 100, concurrent = 2)";

/// The limits by name, each a number above 0.
pub(super) struct RateLimit(Vec<(Ident, u32)>);

/// How many fields a limit has: `per_minute`, `per_hour` and `concurrent`.
const FIELDS: usize = 3;

impl RateLimit {
    pub(super) fn take(arguments: &mut Arguments, errors: &mut Errors) -> Option<Self> {
        let limits = |input: ParseStream<'_>| {
            Punctuated::<_, Token![,]>::parse_separated_nonempty_with(input, limit)
        };
        let limits = arguments.list("rate_limit", EXPECTED, limits, errors)?;
        Some(Self(limits.into_iter().collect()))
    }
}

fn limit(input: ParseStream<'_>) -> syn::Result<(Ident, u32)> {
    let name: Ident = input.parse()?;
    input.parse::<Token![=]>()?;
    let number: LitInt = input.parse()?;
    let count = number.base10_parse()?;
    let is_known = ["per_minute", "per_hour", "concurrent"]
        .iter()
        .any(|known| name == known);
    if !is_known || count == 0 {
        return Err(syn::Error::new(name.span(), EXPECTED));
    }
    Ok((name, count))
}

impl ToTokens for RateLimit {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let private = private();
        let (names, counts): (Vec<_>, Vec<_>) = self.0.iter().cloned().unzip();
        // A limit that has all fields has no rest.
        let rest = (names.len() < FIELDS).then(|| quote!(..::core::default::Default::default()));
        quote! {
            #private::RateLimit {
                #(#names: #private::NonZeroU32::new(#counts),)*
                #rest
            }
        }
        .to_tokens(tokens);
    }
}
