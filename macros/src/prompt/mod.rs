//! `#[prompt]`: a function that writes messages for clients.

mod attributes;
mod expand;
mod model;

use proc_macro2::TokenStream;

use self::attributes::Attributes;
use self::model::Model;
use crate::errors::Errors;
use crate::expand::mistaken;
use crate::function::Function;
use crate::noun::Noun;

/// Expands `#[prompt(attribute)] item`.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = Attributes::parse(attribute, &mut errors);
    let function = match Function::parse(Noun::Prompt, item, &mut errors) {
        Ok(function) => function,
        Err(refusal) => return refusal,
    };
    let model = Model::check(attributes, function, &mut errors);
    match errors.finish() {
        Ok(()) => expand::prompt(&model),
        Err(error) => mistaken(&model.function, &error, &expand::stub(&model.function)),
    }
}
