//! [`ParameterKind`]: a parameter that is taken from the call, or one that the client sends.
//!
//! The macros see only the name of a type, which may be an alias. They call
//! `(&ParameterKind::<T>::new()).read(…)`, and the first of the two traits below that fits the type
//! is used: [`TakenParameter`] for a type that implements [`FromContext`], [`SentParameter`] for
//! any other.

use std::{future::Future, marker::PhantomData};

use serde::de::{Error as _, MapAccess};

use crate::core::{
    call::{Context, FromContext, StateType},
    completion::{Completion, complete_enum},
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

/// The first choice: the type is taken from the call, and clients do not see it.
pub trait TakenParameter<T> {
    /// Adds nothing to the schema.
    fn add_to(&self, schema: InputSchema, name: &'static str, description: &str) -> InputSchema;

    /// Returns no variable.
    fn variable(&self, name: &str, description: &str) -> Option<Variable>;

    /// Adds the states that it requires.
    fn require(&self, states: &mut Vec<StateType>);

    /// Refuses an argument of this name.
    ///
    /// # Errors
    /// Always.
    fn read<'de, A: MapAccess<'de>>(
        &self,
        slot: &mut Option<T>,
        name: &'static str,
        map: &mut A,
    ) -> Result<(), A::Error>;

    /// Leaves the slot empty.
    ///
    /// # Errors
    /// Never fails.
    fn fill(&self, slot: &mut Option<T>, name: &'static str) -> Result<(), &'static str>;

    /// Returns no check.
    fn check(&self, name: &'static str) -> Option<ParameterCheck>;

    /// Takes the value from the call.
    fn take(
        &self,
        slot: Option<T>,
        context: &Context,
    ) -> impl Future<Output = Result<T, ToolError>> + Send;

    /// Takes the value from the call.
    fn take_variable(
        &self,
        variables: &Variables,
        name: &str,
        context: &Context,
    ) -> impl Future<Output = Result<T, ToolError>> + Send;

    /// Returns no candidates.
    fn candidates(&self, completion: Completion) -> impl Future<Output = Vec<String>> + Send;
}

impl<T: FromContext> TakenParameter<T> for ParameterKind<T> {
    fn add_to(&self, schema: InputSchema, _: &'static str, _: &str) -> InputSchema {
        schema
    }

    fn variable(&self, _: &str, _: &str) -> Option<Variable> {
        None
    }

    fn require(&self, states: &mut Vec<StateType>) {
        states.extend(T::requires());
    }

    fn read<'de, A: MapAccess<'de>>(
        &self,
        _: &mut Option<T>,
        name: &'static str,
        _: &mut A,
    ) -> Result<(), A::Error> {
        Err(A::Error::unknown_field(name, &[]))
    }

    fn fill(&self, _: &mut Option<T>, _: &'static str) -> Result<(), &'static str> {
        Ok(())
    }

    fn check(&self, _: &'static str) -> Option<ParameterCheck> {
        None
    }

    fn take(
        &self,
        _: Option<T>,
        context: &Context,
    ) -> impl Future<Output = Result<T, ToolError>> + Send {
        T::from_context(context)
    }

    fn take_variable(
        &self,
        _: &Variables,
        _: &str,
        context: &Context,
    ) -> impl Future<Output = Result<T, ToolError>> + Send {
        T::from_context(context)
    }

    async fn candidates(&self, _: Completion) -> Vec<String> {
        Vec::new()
    }
}

/// The last choice: the client sends it.
pub trait SentParameter<T> {
    /// Adds the parameter to the schema.
    fn add_to(&self, schema: InputSchema, name: &'static str, description: &str) -> InputSchema
    where
        T: ToolParameter;

    /// Returns the variable.
    fn variable(&self, name: &str, description: &str) -> Option<Variable>
    where
        T: ToolParameter;

    /// Adds no states.
    fn require(&self, states: &mut Vec<StateType>);

    /// Parses the argument.
    ///
    /// # Errors
    /// Fails if it is not a `T`, or if it was there already.
    fn read<'de, A: MapAccess<'de>>(
        &self,
        slot: &mut Option<T>,
        name: &'static str,
        map: &mut A,
    ) -> Result<(), A::Error>
    where
        T: ToolParameter;

    /// Fills the slot of a missing argument, if `T` is an `Option`.
    ///
    /// # Errors
    /// Returns the name if it is not.
    fn fill(&self, slot: &mut Option<T>, name: &'static str) -> Result<(), &'static str>
    where
        T: ToolParameter;

    /// Returns the check that an argument is a `T`.
    fn check(&self, name: &'static str) -> Option<ParameterCheck>
    where
        T: ToolParameter;

    /// Returns the argument.
    fn take(
        &self,
        slot: Option<T>,
        context: &Context,
    ) -> impl Future<Output = Result<T, ToolError>> + Send
    where
        T: ToolParameter;

    /// Parses the variable.
    fn take_variable(
        &self,
        variables: &Variables,
        name: &str,
        context: &Context,
    ) -> impl Future<Output = Result<T, ToolError>> + Send
    where
        T: ToolParameter;

    /// Returns the values that begin with what was typed, if the type enumerates its values.
    fn candidates(&self, completion: Completion) -> impl Future<Output = Vec<String>> + Send
    where
        T: ToolParameter;
}

impl<T> SentParameter<T> for &ParameterKind<T> {
    fn add_to(&self, schema: InputSchema, name: &'static str, description: &str) -> InputSchema
    where
        T: ToolParameter,
    {
        let parameter = Parameter::<T>::new(name);
        schema.parameter(match description {
            "" => parameter,
            description => parameter.describe(description),
        })
    }

    fn variable(&self, name: &str, description: &str) -> Option<Variable>
    where
        T: ToolParameter,
    {
        let variable = Variable::of::<T>(name);
        Some(match description {
            "" => variable,
            description => variable.describe(description),
        })
    }

    fn require(&self, _: &mut Vec<StateType>) {}

    fn read<'de, A: MapAccess<'de>>(
        &self,
        slot: &mut Option<T>,
        name: &'static str,
        map: &mut A,
    ) -> Result<(), A::Error>
    where
        T: ToolParameter,
    {
        if slot.is_some() {
            return Err(A::Error::duplicate_field(name));
        }
        *slot = Some(map.next_value()?);
        Ok(())
    }

    fn fill(&self, slot: &mut Option<T>, name: &'static str) -> Result<(), &'static str>
    where
        T: ToolParameter,
    {
        if slot.is_none() {
            *slot = Some(absent().ok_or(name)?);
        }
        Ok(())
    }

    fn check(&self, name: &'static str) -> Option<ParameterCheck>
    where
        T: ToolParameter,
    {
        Some(ParameterCheck::of::<T>(name))
    }

    async fn take(&self, slot: Option<T>, _: &Context) -> Result<T, ToolError>
    where
        T: ToolParameter,
    {
        Ok(received(slot))
    }

    async fn take_variable(
        &self,
        variables: &Variables,
        name: &str,
        _: &Context,
    ) -> Result<T, ToolError>
    where
        T: ToolParameter,
    {
        variables.parse_described(name)
    }

    fn candidates(&self, completion: Completion) -> impl Future<Output = Vec<String>> + Send
    where
        T: ToolParameter,
    {
        complete_enum::<T>(completion)
    }
}
