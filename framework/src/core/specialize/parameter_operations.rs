//! The operations of generated code on a parameter, by its [`ParameterKind`](super::ParameterKind).

use std::marker::PhantomData;

use serde::de::{Error as _, MapAccess};

use super::parameter_kind::ParameterOperation;
use crate::core::{
    completion::{Completion, enumerated_by},
    error::ToolError,
    schema::{InputSchema, Parameter, ToolParameter, absent},
    tool::ParameterCheck,
    variables::{Variable, Variables},
};

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
