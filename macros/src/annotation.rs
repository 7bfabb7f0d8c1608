//! The way from an attribute and its function to generated code, the same for all three attributes.

use proc_macro2::TokenStream;
use syn::Expr;

use crate::{
    errors::Errors,
    expand::{mistaken, stub},
    function::Function,
    noun::Noun,
};

/// A function with one of the attributes, checked.
pub(crate) trait Annotation: Sized {
    /// The noun that the function becomes.
    const NOUN: Noun;

    /// The arguments of the attribute, as they were written.
    type Attributes;

    /// Reads the arguments of the attribute.
    fn parse(tokens: TokenStream, errors: &mut Errors) -> Self::Attributes;

    /// The description in the arguments, if it is there.
    fn description(attributes: &Self::Attributes) -> Option<Expr>;

    /// Checks the arguments against the function.
    fn check(attributes: Self::Attributes, function: Function, errors: &mut Errors) -> Self;

    /// The annotated function.
    fn function(&self) -> &Function;

    /// Writes the function and what is generated for it. Called only if there was no mistake.
    fn write(&self) -> TokenStream;
}

/// Expands `#[noun(attribute)] item`.
pub(crate) fn expand<A: Annotation>(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = A::parse(attribute, &mut errors);
    let description = A::description(&attributes);
    let function = match Function::parse(A::NOUN, item, description, &mut errors) {
        Ok(function) => function,
        Err(refusal) => return refusal,
    };
    let annotation = A::check(attributes, function, &mut errors);
    match errors.finish() {
        Ok(()) => annotation.write(),
        Err(error) => {
            let function = annotation.function();
            mistaken(function, &error, &stub(A::NOUN, function))
        }
    }
}
