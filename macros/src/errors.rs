//! [`Errors`]: all mistakes of one function, reported together.
//!
//! Parsing continues after a mistake and leaves out what could not be parsed. A model with errors
//! is never expanded.

use std::fmt::Display;

use quote::ToTokens;
use syn::{Attribute, Meta};

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Adds a mistake at all tokens of `culprit`.
    pub(crate) fn at(&mut self, culprit: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(culprit, message));
    }

    /// Adds an error.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Returns the value of a result, or adds its error.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Returns all mistakes as one error, if there was any.
    pub(crate) fn finish(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// Returns an error at the contents of an attribute's parentheses, or at all of it if they are
/// empty.
pub(crate) fn at_contents(attribute: &Attribute, message: impl Display) -> syn::Error {
    match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => {
            syn::Error::new_spanned(&list.tokens, message)
        }
        _ => syn::Error::new_spanned(attribute, message),
    }
}
