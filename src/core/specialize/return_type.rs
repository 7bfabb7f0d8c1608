//! Taking a function's `Result` apart, whatever it is called.
//!
//! The macros cannot see through type aliases, so the choice is left to method resolution: of the three traits
//! below, the first that fits the return type wins (`(&Peel::<Return>::new()).peel(value)`). Each of them also gives the
//! output schema of what is inside.

use std::{error::Error, marker::PhantomData};

use crate::core::{error::ToolError, schema::Schema, tool::IntoToolOutput};

/// The return type `T` of a function.
#[derive(Debug)]
pub struct Peel<T>(PhantomData<fn() -> T>);

impl<T> Clone for Peel<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Peel<T> {}

impl<T> Default for Peel<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Peel<T> {
    /// The return type `T`.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// First choice: a `Result` whose error becomes a [`ToolError`].
pub trait PeelResult<T, E> {
    /// The value, or its error as a [`ToolError`].
    ///
    /// # Errors
    /// The function's own.
    fn peel(&self, value: Result<T, E>) -> Result<T, ToolError>;

    /// The output schema of the value.
    fn output_schema(&self) -> Option<Schema>
    where
        T: IntoToolOutput,
    {
        T::output_schema()
    }
}

impl<T, E: Into<ToolError>> PeelResult<T, E> for Peel<Result<T, E>> {
    fn peel(&self, value: Result<T, E>) -> Result<T, ToolError> {
        value.map_err(Into::into)
    }
}

/// An error that a tool can end with: every error, and text.
#[diagnostic::on_unimplemented(
    message = "a tool cannot end with `{Self}`",
    label = "not an error",
    note = "implement `std::error::Error` for it, or return `ToolError`, `String` or a boxed error"
)]
pub trait ToolFailure {
    /// The error as a [`ToolError`].
    fn into_tool_error(self) -> ToolError;
}

impl<E: Into<Box<dyn Error + Send + Sync>>> ToolFailure for E {
    fn into_tool_error(self) -> ToolError {
        ToolError::from_boxed(self.into())
    }
}

/// Second choice: any other `Result`; its error must at least become a boxed one, as `String` and
/// `anyhow::Error` do.
pub trait PeelBoxed<T, E> {
    /// The value, or its error as a [`ToolError`].
    ///
    /// # Errors
    /// The function's own.
    fn peel(&self, value: Result<T, E>) -> Result<T, ToolError>
    where
        E: ToolFailure;

    /// The output schema of the value.
    fn output_schema(&self) -> Option<Schema>
    where
        T: IntoToolOutput,
    {
        T::output_schema()
    }
}

impl<T, E> PeelBoxed<T, E> for &Peel<Result<T, E>> {
    fn peel(&self, value: Result<T, E>) -> Result<T, ToolError>
    where
        E: ToolFailure,
    {
        value.map_err(ToolFailure::into_tool_error)
    }
}

/// Last choice: not a `Result`, the value itself.
pub trait PeelValue<T>: Sized {
    /// The value.
    ///
    /// # Errors
    /// None; the type is that of its siblings.
    fn peel(self, value: T) -> Result<T, ToolError>;

    /// The output schema of the value.
    fn output_schema(self) -> Option<Schema>
    where
        T: IntoToolOutput,
    {
        T::output_schema()
    }
}

impl<T> PeelValue<T> for Peel<T> {
    fn peel(self, value: T) -> Result<T, ToolError> {
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
        let failed = (&Peel::<Answer>::new()).peel(alias).unwrap_err();
        assert_eq!(failed.to_string(), "invalid digit found in string");

        let text: Result<i64, String> = Err("no".into());
        assert_eq!(
            (&Peel::<Result<i64, String>>::new())
                .peel(text)
                .unwrap_err()
                .to_string(),
            "no"
        );

        assert_eq!((&Peel::<i64>::new()).peel(3).unwrap(), 3);
        assert_eq!(
            (&Peel::<Answer>::new()).output_schema(),
            <i64 as IntoToolOutput>::output_schema()
        );
        assert_eq!(
            (&Peel::<i64>::new()).output_schema(),
            <i64 as IntoToolOutput>::output_schema()
        );
    }
}
