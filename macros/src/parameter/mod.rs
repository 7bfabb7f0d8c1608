//! [`Parameter`]: a parameter of an annotated function.
//!
//! The client sends it, or it is taken from the call: a type that implements `FromContext`, such as
//! `Context` and `State<T>`. The macro sees only the name of a type, so mostly the generated code
//! decides by the type itself: see [`Source`]. The schema of a parameter that is sent comes from its
//! type, its doc comment and its attributes.

mod attributes;
mod constraint;
mod default;
mod source;
mod types;

use quote::format_ident;
use syn::{Attribute, Ident, Pat, PatType, Type};

use self::attributes::Attributes;
pub(crate) use self::{default::DefaultValue, source::Source, types::refuse_impl_trait};
use crate::{
    doc::{self, Description},
    errors::Errors,
    name,
    noun::Noun,
    source as tokens,
};

/// A parameter.
pub(crate) struct Parameter {
    /// The name, which may be raw.
    pub(crate) name: Ident,
    /// The type.
    pub(crate) ty: Type,
    /// The doc comment; empty if there is none.
    pub(crate) description: Description,
    /// The attributes.
    pub(crate) attributes: Attributes,
    /// The source of its value.
    pub(crate) source: Source,
}

impl Parameter {
    /// Parses a parameter and removes our attributes from it, also if there are mistakes.
    pub(crate) fn take(noun: Noun, parameter: &mut PatType, errors: &mut Errors) -> Option<Self> {
        let (ours, others): (Vec<_>, _) = parameter.attrs.drain(..).partition(is_ours);
        parameter.attrs = others;
        refuse_conditions(&parameter.attrs, errors);
        types::refuse_borrowed(&parameter.ty, errors);
        let name = plain_name(&parameter.pat, errors)?;
        let ty = (*parameter.ty).clone();
        let attributes = Attributes::parse(noun, &ours, errors);
        attributes.refuse_default(errors);
        let is_sent = !attributes.are_empty() || types::is_plain(&ty);
        Some(Self {
            name,
            ty,
            description: Description::of(&ours),
            attributes,
            source: if is_sent {
                Source::Sent
            } else {
                Source::ByType
            },
        })
    }

    /// The name that clients send.
    pub(crate) fn wire_name(&self) -> String {
        name::wire(&self.name)
    }

    /// Whether the caller may leave it out.
    pub(crate) fn may_be_absent(&self) -> bool {
        self.attributes.default.is_some() || self.is_optional()
    }

    /// Whether its type is written as an `Option`.
    pub(crate) fn is_optional(&self) -> bool {
        types::is_option(&self.ty)
    }

    /// The name of the generated function that returns its default.
    pub(crate) fn default_function(&self) -> Ident {
        format_ident!("__default_{}", self.wire_name())
    }
}

fn is_ours(attribute: &Attribute) -> bool {
    doc::is_doc(attribute) || attributes::is_known(attribute)
}

/// Refuses `#[cfg]`: a conditional parameter cannot be matched with its field in the schema.
fn refuse_conditions(attributes: &[Attribute], errors: &mut Errors) {
    let is_condition = |path: &syn::Path| path.is_ident("cfg") || path.is_ident("cfg_attr");
    for attribute in attributes
        .iter()
        .filter(|attribute| is_condition(attribute.path()))
    {
        let word = tokens::text(attribute.path());
        errors.at(
            attribute,
            format!("`#[{word}]` is not for a parameter: expected it on the function"),
        );
    }
}

fn plain_name(pattern: &Pat, errors: &mut Errors) -> Option<Ident> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            Some(name.ident.clone())
        }
        _ => {
            let found = tokens::text(pattern);
            errors.at(
                pattern,
                format!("pattern `{found}` is not supported: expected a plain name"),
            );
            None
        }
    }
}
