//! All the mistakes of one function, gathered so that they are reported together.
//!
//! Parsing goes on after a mistake: what could not be read is left out, and the gathered [`Errors`] keep
//! the half-read model from ever being expanded.

use std::fmt::Display;

use quote::ToTokens;
use syn::{Attribute, Meta};

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Adds a mistake whose culprit is `culprit`, all of its tokens.
    pub(crate) fn at(&mut self, culprit: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(culprit, message));
    }

    /// Adds a mistake that is already an error.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// The value of a result; its error is added to the mistakes.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// All mistakes as one error, if there was any.
    pub(crate) fn finish(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// An error at what stands between the parentheses of an attribute, or at all of it if nothing does.
pub(crate) fn at_contents(attribute: &Attribute, message: impl Display) -> syn::Error {
    match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => {
            syn::Error::new_spanned(&list.tokens, message)
        }
        _ => syn::Error::new_spanned(attribute, message),
    }
}
