//! [`Model`]: a prompt, validated.

use syn::LitStr;

use super::attributes::Attributes;
use crate::{errors::Errors, function::Function, name};

/// A prompt that can be expanded if there was no mistake.
pub(super) struct Model {
    pub(super) function: Function,
    pub(super) name: String,
    pub(super) title: Option<LitStr>,
    pub(super) tags: Vec<LitStr>,
    pub(super) belongs_to: Option<LitStr>,
}

impl Model {
    /// Checks the arguments of the attribute against the function.
    pub(super) fn check(attributes: Attributes, function: Function, errors: &mut Errors) -> Self {
        Self {
            name: name::choose(attributes.name.as_ref(), function.name(), errors),
            title: attributes.title,
            tags: attributes.tags,
            belongs_to: attributes.belongs_to,
            function,
        }
    }
}
