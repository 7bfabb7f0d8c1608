//! Binding text parameters, and asking for text results.

use std::io;

use bytes::BytesMut;
use postgres_protocol::{
    IsNull,
    message::frontend::{self, BindError},
};

/// Writes a `Bind` message. Parameters and results are in text format.
///
/// A parameter of `None` is null.
pub(super) fn bind(
    statement: &str,
    parameters: &[Option<&str>],
    out: &mut BytesMut,
) -> io::Result<()> {
    let write = |parameter: &Option<&str>, out: &mut BytesMut| {
        let Some(text) = parameter else {
            return Ok(IsNull::Yes);
        };
        out.extend_from_slice(text.as_bytes());
        Ok(IsNull::No)
    };
    frontend::bind("", statement, [], parameters, write, [], out).map_err(|error| match error {
        BindError::Serialization(error) => error,
        BindError::Conversion(error) => io::Error::other(error),
    })
}
