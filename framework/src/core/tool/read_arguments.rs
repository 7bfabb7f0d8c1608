//! [`ReadArguments`]: the parameters of a function, read from a JSON object.

use std::{fmt, marker::PhantomData};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::parameter_check::ParameterCheck;

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
