//! Names on the wire.

use quote::ToTokens;
use syn::{Ident, LitStr, ext::IdentExt as _};

use crate::errors::Errors;

const MAX: usize = 64;

/// Returns an identifier as clients see it: `r#type` is `type`.
pub(crate) fn wire(identifier: &Ident) -> String {
    identifier.unraw().to_string()
}

/// Returns the name in the attribute, or else that of the function.
pub(crate) fn choose(written: Option<&LitStr>, function: &Ident, errors: &mut Errors) -> String {
    match written {
        Some(literal) => checked(literal.value(), literal, errors),
        None => checked(wire(function), function, errors),
    }
}

fn checked(name: String, culprit: impl ToTokens, errors: &mut Errors) -> String {
    if !is_allowed(&name) {
        let expected = "expected 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.`, `/`, `-`";
        errors.at(culprit, format!("`{name}` is not a name: {expected}"));
    }
    name
}

fn is_allowed(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte);
    (1..=MAX).contains(&name.len()) && name.bytes().all(allowed)
}
