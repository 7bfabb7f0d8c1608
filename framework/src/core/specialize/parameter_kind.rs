//! [`ParameterKind`]: a parameter that is taken from the call, or one that the client sends.
//!
//! The macros see only the name of a type, which may be an alias. They call
//! `(&ParameterKind::<T>::new()).run(operation)`, and the first of two traits that fits
//! the type is used: [`TakenParameter`] for a type that implements [`FromContext`],
//! [`SentParameter`] for any other. All that needs the traits of a type goes through the one method
//! `run`, so that the compiler reports a type that has neither once.

use std::{
    future::{Future, Ready, ready},
    marker::PhantomData,
};

use serde::{
    Serialize,
    de::{Error as _, MapAccess},
};
use serde_json::Value;

use crate::core::{
    call::{Context, FromContext, StateType},
    completion::{Completion, enumerated_by},
    error::ToolError,
    schema::{InputSchema, Parameter, ToolParameter, absent},
    tool::{ParameterCheck, received},
    variables::{Variable, Variables},
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

/// Adds a parameter to the schema, if it is sent.
#[derive(Debug)]
pub struct Describe<'a>(pub InputSchema, pub &'static str, pub &'a str);

impl<T> ParameterOperation<T> for Describe<'_> {
    type Output = InputSchema;

    fn taken(self) -> InputSchema {
        self.0
    }

    fn sent(self) -> InputSchema
    where
        T: ToolParameter,
    {
        let Self(schema, name, description) = self;
        let parameter = Parameter::<T>::new(name);
        schema.parameter(match description {
            "" => parameter,
            description => parameter.describe(description),
        })
    }
}

/// Describes an argument of a prompt, if it is sent.
#[derive(Debug)]
pub struct DescribeVariable<'a>(pub &'a str, pub &'a str);

impl<T> ParameterOperation<T> for DescribeVariable<'_> {
    type Output = Option<Variable>;

    fn taken(self) -> Option<Variable> {
        None
    }

    fn sent(self) -> Option<Variable>
    where
        T: ToolParameter,
    {
        let Self(name, description) = self;
        let variable = Variable::of::<T>(name);
        Some(match description {
            "" => variable,
            description => variable.describe(description),
        })
    }
}

/// Reads an argument into its slot. One that is not sent is refused.
#[derive(Debug)]
pub struct Read<'a, 'de, T, A>(
    pub &'a mut Option<T>,
    pub &'static str,
    pub &'a mut A,
    pub PhantomData<&'de ()>,
);

impl<'de, T, A: MapAccess<'de>> ParameterOperation<T> for Read<'_, 'de, T, A> {
    type Output = Result<(), A::Error>;

    fn taken(self) -> Self::Output {
        Err(A::Error::unknown_field(self.1, &[]))
    }

    fn sent(self) -> Self::Output
    where
        T: ToolParameter,
    {
        let Self(slot, name, map, _) = self;
        if slot.is_some() {
            return Err(A::Error::duplicate_field(name));
        }
        *slot = Some(map.next_value()?);
        Ok(())
    }
}

/// Fills the slot of a missing argument, if its type is an `Option`. Else fails with its name.
#[derive(Debug)]
pub struct Fill<'a, T>(pub &'a mut Option<T>, pub &'static str);

impl<T> ParameterOperation<T> for Fill<'_, T> {
    type Output = Result<(), &'static str>;

    fn taken(self) -> Self::Output {
        Ok(())
    }

    fn sent(self) -> Self::Output
    where
        T: ToolParameter,
    {
        let Self(slot, name) = self;
        if slot.is_none() {
            *slot = Some(absent().ok_or(name)?);
        }
        Ok(())
    }
}

/// Returns the check that an argument is of its type, if it is sent.
#[derive(Debug)]
pub struct Check(pub &'static str);

impl<T> ParameterOperation<T> for Check {
    type Output = Option<ParameterCheck>;

    fn taken(self) -> Option<ParameterCheck> {
        None
    }

    fn sent(self) -> Option<ParameterCheck>
    where
        T: ToolParameter,
    {
        Some(ParameterCheck::of::<T>(self.0))
    }
}

/// Parses an argument of a prompt, if it is sent.
#[derive(Debug)]
pub struct ReadVariable<'a>(pub &'a Variables, pub &'a str);

impl<T> ParameterOperation<T> for ReadVariable<'_> {
    type Output = Result<Option<T>, ToolError>;

    fn taken(self) -> Self::Output {
        Ok(None)
    }

    fn sent(self) -> Self::Output
    where
        T: ToolParameter,
    {
        self.0.parse_described(self.1).map(Some)
    }
}

/// Returns the values of an argument's type that begin with what was typed, if it enumerates them.
#[derive(Debug)]
pub struct Candidates(pub Completion);

impl<T> ParameterOperation<T> for Candidates {
    type Output = Vec<String>;

    fn taken(self) -> Vec<String> {
        Vec::new()
    }

    fn sent(self) -> Vec<String>
    where
        T: ToolParameter,
    {
        enumerated_by::<T>(&self.0)
    }
}

/// The default of a parameter.
///
/// Generated code calls `(&DefaultProbe(&value)).json()`, so that a default that does not serialise
/// is allowed too.
#[derive(Debug)]
pub struct DefaultProbe<'a, T>(pub &'a T);

/// The first choice: the default serialises.
pub trait DefaultSerialize {
    /// Returns the default as JSON.
    fn json(&self) -> Option<Value>;
}

impl<T: Serialize> DefaultSerialize for DefaultProbe<'_, T> {
    fn json(&self) -> Option<Value> {
        serde_json::to_value(self.0).ok()
    }
}

/// The last choice: the default does not serialise, and the schema does not show it.
pub trait DefaultOpaque {
    /// Returns `None`.
    fn json(&self) -> Option<Value>;
}

impl<T> DefaultOpaque for &DefaultProbe<'_, T> {
    fn json(&self) -> Option<Value> {
        None
    }
}
