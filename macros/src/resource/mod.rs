//! `#[resource("uri")]`: a function that clients read.

mod attributes;
mod expand;
mod model;

use proc_macro2::TokenStream;
use syn::Expr;

use self::{attributes::Attributes, model::Model};
use crate::{
    annotation::{self, Annotation},
    errors::Errors,
    function::Function,
    noun::Noun,
};

/// Expands `#[resource(attribute)] item`.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    annotation::expand::<Model>(attribute, item)
}

impl Annotation for Model {
    const NOUN: Noun = Noun::Resource;

    type Attributes = Attributes;

    fn parse(tokens: TokenStream, errors: &mut Errors) -> Attributes {
        Attributes::parse(tokens, errors)
    }

    fn description(attributes: &Attributes) -> Option<Expr> {
        attributes.description.clone()
    }

    fn check(attributes: Attributes, function: Function, errors: &mut Errors) -> Self {
        Self::check(attributes, function, errors)
    }

    fn function(&self) -> &Function {
        &self.function
    }

    fn write(&self) -> TokenStream {
        expand::resource(self)
    }
}
