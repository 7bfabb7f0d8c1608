//! [`Parameter`]: a parameter of an annotated function.
//!
//! A parameter is an [`Input`], which the caller sends, or it is injected: the `Context` of the
//! call, or a `State<T>` of the server. Its type decides which. The schema of an input comes from
//! its type, its doc comment and its attributes.

mod attributes;
mod constraint;
mod default;
mod input;
mod types;

use syn::{Attribute, Ident, Pat, PatType, Type};

use crate::doc;
use crate::errors::Errors;
use crate::noun::Noun;
use crate::source;

pub(crate) use self::default::DefaultValue;
pub(crate) use self::input::Input;
pub(crate) use self::types::refuse_impl_trait;
use self::types::{Injection, injection};

/// A parameter.
pub(crate) enum Parameter {
    /// The caller sends it.
    Input(Box<Input>),
    /// The context of the call.
    Context,
    /// The server's state of this type.
    State(Box<Type>),
}

impl Parameter {
    /// Parses a parameter and removes our attributes from it, also if there are mistakes.
    pub(crate) fn take(noun: Noun, parameter: &mut PatType, errors: &mut Errors) -> Option<Self> {
        let (ours, others) = parameter.attrs.drain(..).partition(is_ours);
        parameter.attrs = others;
        refuse_conditions(&parameter.attrs, errors);
        let name = plain_name(&parameter.pat, errors);
        if let Some(injection) = injection(&parameter.ty) {
            refuse_attributes(&ours, name.as_ref(), errors);
            return Self::injected(injection, &parameter.ty, errors);
        }
        types::refuse_borrowed(&parameter.ty, errors);
        let input = Input::parse(noun, name?, (*parameter.ty).clone(), &ours, errors);
        Some(Self::Input(Box::new(input)))
    }

    fn injected(injection: Injection, ty: &Type, errors: &mut Errors) -> Option<Self> {
        match injection {
            Injection::Context => Some(Self::Context),
            Injection::State(Some(state)) => Some(Self::State(state)),
            Injection::State(None) => {
                let found = source::text(ty);
                errors.at(ty, format!("`{found}` says no type: expected `State<T>`"));
                None
            }
        }
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
        let word = source::text(attribute.path());
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
            let found = source::text(pattern);
            errors.at(
                pattern,
                format!("pattern `{found}` is not supported: expected a plain name"),
            );
            None
        }
    }
}

fn refuse_attributes(ours: &[Attribute], name: Option<&Ident>, errors: &mut Errors) {
    for attribute in ours.iter().filter(|attribute| !doc::is_doc(attribute)) {
        let word = source::text(attribute.path());
        let name = name.map_or_else(|| "_".to_owned(), ToString::to_string);
        errors.at(
            attribute,
            format!("`#[{word}]` is not for `{name}`: it is injected, not sent"),
        );
    }
}
