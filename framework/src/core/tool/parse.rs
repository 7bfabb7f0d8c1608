//! Parses arguments into the values of a function's parameters.

use std::{fmt, marker::PhantomData};

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

use super::{arguments::Arguments, definition::ToolDef, repair::with_whole_numbers};
use crate::core::error::{InvalidArguments, ToolError};

impl Arguments {
    /// Parses the arguments as a `T`. Tools that are written by hand use this.
    ///
    /// # Errors
    /// Returns [`ToolError::InvalidArguments`], by which a model can mend its call.
    ///
    /// ```
    /// use toolwright::{Arguments, ToolDef};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Pair {
    ///     a: i64,
    ///     b: i64,
    /// }
    ///
    /// let add = ToolDef::new("add", "Add two numbers.");
    /// let pair: Pair = Arguments::from_json(r#"{"a": 1, "b": 2}"#).parse(&add).unwrap();
    /// assert_eq!(pair.a + pair.b, 3);
    /// ```
    pub fn parse<T: DeserializeOwned>(&self, definition: &ToolDef) -> Result<T, ToolError> {
        self.parse_with(definition, |json| serde_json::from_str(json), Vec::new)
    }

    fn parse_with<T>(
        &self,
        definition: &ToolDef,
        parse: impl Fn(&str) -> Result<T, serde_json::Error>,
        checks: impl FnOnce() -> Vec<ParameterCheck>,
    ) -> Result<T, ToolError> {
        // serde would accept a list for a struct, field by field.
        let parsed = if self.is_object() {
            parse(self.as_str())
        } else {
            Err(serde_json::Error::custom("not an object"))
        };
        parsed.or_else(|error| {
            let whole = with_whole_numbers(self).map(|whole| parse(whole.as_str()));
            whole.and_then(Result::ok).ok_or_else(|| {
                InvalidArguments::explain(self, definition, &checks(), &error).into_error()
            })
        })
    }
}

/// Parses the arguments of a function. If they do not fit, checks every parameter by itself, so
/// that one error names everything that is wrong.
///
/// # Errors
/// Returns [`ToolError::InvalidArguments`].
pub fn parse_arguments<T: ReadArguments>(
    arguments: &Arguments,
    definition: &ToolDef,
) -> Result<T, ToolError> {
    arguments.parse_with(definition, read, T::checks)
}

/// Keeps what a check of `arguments` has parsed, if they have a place for it.
pub fn keep_parsed<T: Send + 'static>(arguments: &Arguments, parsed: T) {
    if let Some(slot) = &arguments.parsed {
        slot.keep(parsed);
    }
}

/// Takes what a check of `arguments` has parsed, if it was kept.
pub fn take_parsed<T: Send + 'static>(arguments: &Arguments) -> Option<T> {
    arguments.parsed.as_ref()?.take()
}

/// The parameters of a function, each in a slot. `#[tool]` implements it.
///
/// It does what `#[derive(Deserialize)]` would do for a struct of the parameters, but a parameter
/// that is not sent has a slot too, which stays empty.
pub trait ReadArguments: Sized {
    /// Returns empty slots.
    fn empty() -> Self;

    /// Returns the position of the parameter of this name.
    fn position(name: &str) -> Option<usize>;

    /// Parses the value of `map` into the slot at `position`.
    ///
    /// # Errors
    /// Fails if the value does not fit, if the slot is full, or if it is not sent.
    fn read<'de, A: MapAccess<'de>>(
        &mut self,
        position: usize,
        map: &mut A,
    ) -> Result<(), A::Error>;

    /// Fills the empty slots of parameters that may be left out.
    ///
    /// # Errors
    /// Returns the name of a parameter that may not.
    fn complete(&mut self) -> Result<(), &'static str>;

    /// Returns a check for each parameter that is sent.
    fn checks() -> Vec<ParameterCheck>;
}

/// Returns the argument in a slot. Generated for a parameter that is sent.
///
/// # Panics
/// If the arguments were not read.
pub fn received<T>(slot: Option<T>) -> T {
    slot.expect("arguments are complete once they are read")
}

/// Borrows the argument in a slot. Generated for a parameter in a question.
///
/// # Panics
/// If the arguments were not read.
pub fn sent<T>(slot: &Option<T>) -> &T {
    slot.as_ref()
        .expect("arguments are complete once they are read")
}

/// Reads all arguments from JSON text.
pub(super) fn read<T: ReadArguments>(json: &str) -> Result<T, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let arguments = deserializer.deserialize_map(ArgumentsVisitor(PhantomData))?;
    deserializer.end()?;
    Ok(arguments)
}

struct ArgumentsVisitor<T>(PhantomData<fn() -> T>);

impl<'de, T: ReadArguments> Visitor<'de> for ArgumentsVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut arguments = T::empty();
        while let Some(position) = map.next_key_seed(Position::<T>(PhantomData))? {
            arguments.read(position, &mut map)?;
        }
        arguments.complete().map_err(A::Error::missing_field)?;
        Ok(arguments)
    }
}

/// Reads the name of an argument, and returns the position of its parameter.
struct Position<T>(PhantomData<fn() -> T>);

impl<'de, T: ReadArguments> DeserializeSeed<'de> for Position<T> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: ReadArguments> Visitor<'_> for Position<T> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a parameter")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        T::position(name).ok_or_else(|| E::unknown_field(name, &[]))
    }
}

/// Checks the argument for one parameter by itself.
#[derive(Clone, Copy)]
pub struct ParameterCheck {
    pub(super) name: &'static str,
    check: fn(&Value) -> Result<(), TypeMisfit>,
}

impl fmt::Debug for ParameterCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ParameterCheck").field(&self.name).finish()
    }
}

impl ParameterCheck {
    /// Creates the check that an argument is a `T`.
    #[must_use]
    pub const fn of<T: DeserializeOwned>(name: &'static str) -> Self {
        Self {
            name,
            check: check::<T>,
        }
    }

    /// Returns where in `value` it does not fit and why, if it does not.
    pub(super) fn misfit(self, value: &Value) -> Option<TypeMisfit> {
        (self.check)(value).err()
    }
}

/// A path within the value, and why the value there does not fit.
type TypeMisfit = (String, String);

fn check<T: DeserializeOwned>(value: &Value) -> Result<(), TypeMisfit> {
    serde_path_to_error::deserialize::<_, T>(value)
        .map(drop)
        .map_err(|error| {
            let path = error.path().to_string();
            (
                if path == "." { String::new() } else { path },
                error.inner().to_string(),
            )
        })
}
