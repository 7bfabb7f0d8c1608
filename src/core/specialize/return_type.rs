//! Taking a function's `Result` apart, whatever it is called.
//!
//! The macros cannot see through type aliases, so the choice is left to method resolution: of the three traits
//! below, the first that fits the return type wins (`(&ReturnType::<Return>::new()).result_of(value)`). Each of them also gives the
//! output schema of what is inside.

use std::{error::Error, marker::PhantomData};

use crate::core::{error::ToolError, schema::Schema, tool::IntoToolOutput};

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
    /// The return type `T`.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// First choice: a `Result` whose error becomes a [`ToolError`].
pub trait ReturnsResult<T, E> {
    /// The value, or its error as a [`ToolError`].
    ///
    /// # Errors
    /// The function's own.
    fn result_of(&self, value: Result<T, E>) -> Result<T, ToolError>;

    /// The output schema of the value.
    fn output_schema(&self) -> Option<Schema>
    where
        T: IntoToolOutput,
    {
        T::output_schema()
    }
}

impl<T, E: Into<ToolError>> ReturnsResult<T, E> for ReturnType<Result<T, E>> {
    fn result_of(&self, value: Result<T, E>) -> Result<T, ToolError> {
        value.map_err(Into::into)
    }
}

/// An error that a tool can end with: every error, and text.
#[diagnostic::on_unimplemented(
    message = "a tool cannot end with `{Self}`",
    label = "not an error",
    note = "implement `std::error::Error` for it, or return `ToolError`, `String` or a boxed error"
)]
pub trait IntoToolError {
    /// The error as a [`ToolError`].
    fn into_tool_error(self) -> ToolError;
}

impl<E: Into<Box<dyn Error + Send + Sync>>> IntoToolError for E {
    fn into_tool_error(self) -> ToolError {
        ToolError::from_boxed(self.into())
    }
}

/// Second choice: any other `Result`; its error must at least become a boxed one, as `String` and
/// `anyhow::Error` do.
pub trait ReturnsBoxedError<T, E> {
    /// The value, or its error as a [`ToolError`].
    ///
    /// # Errors
    /// The function's own.
    fn result_of(&self, value: Result<T, E>) -> Result<T, ToolError>
    where
        E: IntoToolError;

    /// The output schema of the value.
    fn output_schema(&self) -> Option<Schema>
    where
        T: IntoToolOutput,
    {
        T::output_schema()
    }
}

impl<T, E> ReturnsBoxedError<T, E> for &ReturnType<Result<T, E>> {
    fn result_of(&self, value: Result<T, E>) -> Result<T, ToolError>
    where
        E: IntoToolError,
    {
        value.map_err(IntoToolError::into_tool_error)
    }
}

/// Last choice: not a `Result`, the value itself.
pub trait ReturnsValue<T>: Sized {
    /// The value.
    ///
    /// # Errors
    /// None; the type is that of its siblings.
    fn result_of(self, value: T) -> Result<T, ToolError>;

    /// The output schema of the value.
    fn output_schema(self) -> Option<Schema>
    where
        T: IntoToolOutput,
    {
        T::output_schema()
    }
}

impl<T> ReturnsValue<T> for ReturnType<T> {
    fn result_of(self, value: T) -> Result<T, ToolError> {
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Answer = Result<i64, std::num::ParseIntError>;

    #[test]
    #[expect(
        clippy::needless_borrow,
        reason = "the borrow is what the macros write"
    )]
    fn results_are_peeled_under_any_name_and_values_are_left_alone() {
        let alias: Answer = "x".parse();
        let failed = (&ReturnType::<Answer>::new()).result_of(alias).unwrap_err();
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
        assert_eq!(
            (&ReturnType::<Answer>::new()).output_schema(),
            <i64 as IntoToolOutput>::output_schema()
        );
        assert_eq!(
            (&ReturnType::<i64>::new()).output_schema(),
            <i64 as IntoToolOutput>::output_schema()
        );
    }
}
