//! Binding text parameters, and asking for text results.

use std::io;

use bytes::BytesMut;
use postgres_protocol::{
    IsNull,
    message::frontend::{self, BindError},
};

/// Writes a `Bind` message. Parameters and results are in text format.
pub(super) fn bind(statement: &str, parameters: &[&str], out: &mut BytesMut) -> io::Result<()> {
    let write = |parameter: &&str, out: &mut BytesMut| {
        out.extend_from_slice(parameter.as_bytes());
        Ok(IsNull::No)
    };
    frontend::bind("", statement, [], parameters, write, [], out).map_err(|error| match error {
        BindError::Serialization(error) => error,
        BindError::Conversion(error) => io::Error::other(error),
    })
}
