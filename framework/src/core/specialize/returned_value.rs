//! [`ReturnedValue`]: what a tool returns, without the `Result`: blocks of content, or a value.
//!
//! `Vec<Content>` cannot be told from other lists by a trait that all serialisable types have, so
//! the macros call `(&ReturnedValue::of(&value)).output_of(…)`, and the first of the two traits
//! below that fits the type is used.

use std::marker::PhantomData;

use crate::core::{
    content::IntoContents,
    error::ToolError,
    schema::Schema,
    tool::{IntoToolOutput, ToolDef, ToolOutput},
};

/// The type `T` of a returned value.
#[derive(Debug)]
pub struct ReturnedValue<T>(PhantomData<fn() -> T>);

impl<T> ReturnedValue<T> {
    /// Returns the marker of the type of `value`.
    #[must_use]
    pub const fn of(_value: &T) -> Self {
        Self(PhantomData)
    }

    /// Returns the marker of the type that `result_of` takes out of a `Result`.
    #[must_use]
    pub fn through<R>(_result_of: impl FnOnce(R) -> Result<T, ToolError>) -> Self {
        Self(PhantomData)
    }
}

/// The first choice: blocks of content, which have no schema.
pub trait ReturnsContents<T> {
    /// Returns `None`.
    fn output_schema(&self) -> Option<Schema>;

    /// Returns the blocks.
    ///
    /// # Errors
    /// Never fails.
    fn output_of(&self, value: T, definition: &ToolDef) -> Result<ToolOutput, ToolError>;
}

impl<T: IntoContents> ReturnsContents<T> for ReturnedValue<T> {
    fn output_schema(&self) -> Option<Schema> {
        None
    }

    fn output_of(&self, value: T, _: &ToolDef) -> Result<ToolOutput, ToolError> {
        let mut contents = Vec::new();
        value.append_to(&mut contents);
        Ok(contents.into())
    }
}

/// The last choice: any other value.
pub trait ReturnsOutput<T> {
    /// Returns the schema of the structured value.
    fn output_schema(&self) -> Option<Schema>
    where
        T: IntoToolOutput;

    /// Converts the value.
    ///
    /// # Errors
    /// Fails if the value cannot be serialised.
    fn output_of(&self, value: T, definition: &ToolDef) -> Result<ToolOutput, ToolError>
    where
        T: IntoToolOutput;
}

impl<T> ReturnsOutput<T> for &ReturnedValue<T> {
    fn output_schema(&self) -> Option<Schema>
    where
        T: IntoToolOutput,
    {
        T::output_schema()
    }

    fn output_of(&self, value: T, definition: &ToolDef) -> Result<ToolOutput, ToolError>
    where
        T: IntoToolOutput,
    {
        value.into_output_of(definition)
    }
}
