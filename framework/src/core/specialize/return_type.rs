//! [`ReturnType`]: the return type of a function, a `Result` or not, under any name.
//!
//! The macros cannot see through type aliases. They call
//! `(&ReturnType::<Return>::new()).result_of(value)`, and the first of three traits that
//! fits the type is used.
//!
//! [`ReturnedValue`] is what a tool returns, without the `Result`: blocks of content, or a value.
//! `Vec<Content>` cannot be told from other lists by a trait that all serialisable types have, so
//! the macros call `(&ReturnedValue::of(&value)).output_of(…)`, and the first of two traits that fits
//! is used.

use std::{error::Error, marker::PhantomData};

use crate::core::{
    content::IntoContents,
    error::ToolError,
    schema::Schema,
    tool::{IntoToolOutput, ToolDef, ToolOutput},
};

/// The return type `T` of a function.
#[derive(Debug)]
pub struct ReturnType<T>(PhantomData<fn() -> T>);

impl<T> Clone for ReturnType<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ReturnType<T> {}

impl<T> Default for ReturnType<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> ReturnType<T> {
    /// Returns the marker of the type `T`.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The first choice: a `Result` whose error converts into a [`ToolError`].
pub trait ReturnsResult<T, E> {
    /// Converts the error.
    ///
    /// # Errors
    /// Returns the error of the function.
    fn result_of(&self, value: Result<T, E>) -> Result<T, ToolError>;
}

impl<T, E: Into<ToolError>> ReturnsResult<T, E> for ReturnType<Result<T, E>> {
    fn result_of(&self, value: Result<T, E>) -> Result<T, ToolError> {
        value.map_err(Into::into)
    }
}

/// The types of errors that a tool can return: every [`std::error::Error`], boxed errors, and text.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return the error `{Self}`",
    label = "not an error",
    note = "implement `std::error::Error` for it, or return `ToolError`, `String` or a boxed error"
)]
pub trait IntoToolError {
    /// Converts the error into a [`ToolError`].
    fn into_tool_error(self) -> ToolError;
}

impl<E: Into<Box<dyn Error + Send + Sync>>> IntoToolError for E {
    fn into_tool_error(self) -> ToolError {
        ToolError::from_boxed(self.into())
    }
}

/// The second choice: any other `Result`. Its error must convert into a boxed error, as `String`
/// and `anyhow::Error` do.
pub trait ReturnsBoxedError<T, E> {
    /// Converts the error.
    ///
    /// # Errors
    /// Returns the error of the function.
    fn result_of(&self, value: Result<T, E>) -> Result<T, ToolError>
    where
        E: IntoToolError;
}

impl<T, E> ReturnsBoxedError<T, E> for &ReturnType<Result<T, E>> {
    fn result_of(&self, value: Result<T, E>) -> Result<T, ToolError>
    where
        E: IntoToolError,
    {
        value.map_err(IntoToolError::into_tool_error)
    }
}

/// The last choice: a value that is not a `Result`.
pub trait ReturnsValue<T>: Sized {
    /// Returns the value.
    ///
    /// # Errors
    /// Never fails.
    fn result_of(self, value: T) -> Result<T, ToolError>;
}

impl<T> ReturnsValue<T> for ReturnType<T> {
    fn result_of(self, value: T) -> Result<T, ToolError> {
        Ok(value)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    type Parsed = Result<i64, std::num::ParseIntError>;

    #[test]
    #[expect(
        clippy::needless_borrow,
        reason = "the borrow is what the macros write"
    )]
    fn a_result_is_recognised_under_any_name() {
        let alias: Parsed = "x".parse();
        let failed = (&ReturnType::<Parsed>::new()).result_of(alias).unwrap_err();
        assert_eq!(failed.to_string(), "invalid digit found in string");

        let text: Result<i64, String> = Err("no".into());
        assert_eq!(
            (&ReturnType::<Result<i64, String>>::new())
                .result_of(text)
                .unwrap_err()
                .to_string(),
            "no"
        );

        assert_eq!((&ReturnType::<i64>::new()).result_of(3).unwrap(), 3);
    }
}
