//! [`ParameterKind`]: a parameter that is taken from the call, or one that the client sends.
//!
//! The macros see only the name of a type, which may be an alias. They call
//! `(&ParameterKind::<T>::new()).run(operation)`, and the first of the two traits below that fits
//! the type is used: [`TakenParameter`] for a type that implements [`FromContext`],
//! [`SentParameter`] for any other. All that needs the traits of a type goes through the one method
//! `run`, so that the compiler reports a type that has neither once.

use std::{
    future::{Future, Ready, ready},
    marker::PhantomData,
};

use crate::core::{
    call::{Context, FromContext, StateType},
    error::ToolError,
    schema::ToolParameter,
    tool::received,
};

/// The type `T` of a parameter.
#[derive(Debug)]
pub struct ParameterKind<T>(PhantomData<fn() -> T>);

impl<T> Default for ParameterKind<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> ParameterKind<T> {
    /// Returns the marker of the type `T`.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// An operation of generated code on a parameter, which is taken from the call or sent.
pub trait ParameterOperation<T> {
    /// The output of the operation.
    type Output;

    /// Runs the operation for a parameter that is taken from the call.
    fn taken(self) -> Self::Output;

    /// Runs the operation for a parameter that the client sends.
    fn sent(self) -> Self::Output
    where
        T: ToolParameter;
}

/// The first choice: the type is taken from the call, and clients do not see it.
pub trait TakenParameter<T> {
    /// Runs `operation` for a parameter that is taken.
    fn run<O: ParameterOperation<T>>(&self, operation: O) -> O::Output;

    /// Adds the states that it requires.
    fn require(&self, states: &mut Vec<StateType>);

    /// Takes the value from the call.
    fn take(
        &self,
        slot: Option<T>,
        context: &Context,
    ) -> impl Future<Output = Result<T, ToolError>> + Send;
}

impl<T: FromContext> TakenParameter<T> for ParameterKind<T> {
    fn run<O: ParameterOperation<T>>(&self, operation: O) -> O::Output {
        operation.taken()
    }

    fn require(&self, states: &mut Vec<StateType>) {
        states.extend(T::requires());
    }

    fn take(
        &self,
        _: Option<T>,
        context: &Context,
    ) -> impl Future<Output = Result<T, ToolError>> + Send {
        T::from_context(context)
    }
}

/// The last choice: the client sends it.
pub trait SentParameter<T> {
    /// Runs `operation` for a parameter that is sent.
    fn run<O: ParameterOperation<T>>(&self, operation: O) -> O::Output
    where
        T: ToolParameter;

    /// Adds no states.
    fn require(&self, states: &mut Vec<StateType>);

    /// Returns the argument.
    fn take(&self, slot: Option<T>, context: &Context) -> Ready<Result<T, ToolError>>;
}

impl<T> SentParameter<T> for &ParameterKind<T> {
    fn run<O: ParameterOperation<T>>(&self, operation: O) -> O::Output
    where
        T: ToolParameter,
    {
        operation.sent()
    }

    fn require(&self, _: &mut Vec<StateType>) {}

    fn take(&self, slot: Option<T>, _: &Context) -> Ready<Result<T, ToolError>> {
        ready(Ok(received(slot)))
    }
}
