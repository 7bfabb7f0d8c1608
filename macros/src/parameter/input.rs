//! [`Input`]: a parameter that the caller sends.

use quote::format_ident;
use syn::{Attribute, Ident, Type};

use super::attributes::Attributes;
use super::types::is_option;
use crate::doc;
use crate::errors::Errors;
use crate::name;
use crate::noun::Noun;

/// A parameter that the caller sends.
pub(crate) struct Input {
    /// The name, which may be raw.
    pub(crate) name: Ident,
    /// The type.
    pub(crate) ty: Type,
    /// The doc comment; empty if there is none.
    pub(crate) description: String,
    /// The attributes.
    pub(crate) attributes: Attributes,
}

impl Input {
    /// Parses the doc comment and the attributes of a parameter.
    pub(super) fn parse(
        noun: Noun,
        name: Ident,
        ty: Type,
        ours: &[Attribute],
        errors: &mut Errors,
    ) -> Self {
        let attributes = Attributes::parse(noun, ours, errors);
        Self {
            name,
            ty,
            description: doc::text(ours),
            attributes,
        }
    }

    /// The name that clients send.
    pub(crate) fn wire_name(&self) -> String {
        name::wire(&self.name)
    }

    /// Whether the caller may leave it out.
    pub(crate) fn may_be_absent(&self) -> bool {
        self.attributes.default.is_some() || self.is_optional()
    }

    /// Whether its type is an `Option`.
    pub(crate) fn is_optional(&self) -> bool {
        is_option(&self.ty)
    }

    /// The name of the generated function that returns its default.
    pub(crate) fn default_function(&self) -> Ident {
        format_ident!("__default_{}", self.wire_name())
    }
}
