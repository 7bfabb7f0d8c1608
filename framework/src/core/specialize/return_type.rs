//! [`ReturnType`]: the return type of a function, a `Result` or not, under any name.
//!
//! The macros cannot see through type aliases. They call
//! `(&ReturnType::<Return>::new()).result_of(value)`, and the first of the three traits below that
//! fits the type is used.

use std::{error::Error, marker::PhantomData};

use crate::core::error::ToolError;

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
