//! Describing a statement: the types of its parameters, and its columns. Nothing is run.

use std::io;

use bytes::BytesMut;
use postgres_protocol::message::frontend;

use super::{message_stream::malformed, pooling_mode::PoolingMode, query::Sql};

/// How often the server sends `ReadyForQuery` in response to [`write`].
pub(super) const READY_COUNT: u8 = 2;

/// Writes the messages that parse and describe a statement in a read-only transaction.
///
/// The transaction gives the statement the settings that it has when it is run.
pub(super) fn write(sql: Sql<'_>, mode: &PoolingMode, out: &mut BytesMut) -> io::Result<()> {
    mode.begin(out)?;
    frontend::parse("", sql.text(), [], out)?;
    frontend::describe(b'S', "", out)?;
    frontend::sync(out);
    mode.rollback(out)?;
    frontend::sync(out);
    Ok(())
}

/// Parses the body of a `ParameterDescription` message: the OIDs of the parameters' types.
pub(in crate::postgres) fn parse_parameters(body: &[u8]) -> io::Result<Vec<u32>> {
    let (count, rest) = body.split_first_chunk().ok_or_else(malformed)?;
    let (oids, rest) = rest.as_chunks();
    match rest.is_empty() && oids.len() == usize::from(u16::from_be_bytes(*count)) {
        true => Ok(oids.iter().map(|oid| u32::from_be_bytes(*oid)).collect()),
        false => Err(malformed()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_counted() {
        let body = [0, 2, 0, 0, 0, 23, 0, 0, 4, 19];
        assert_eq!(parse_parameters(&body).unwrap(), [23, 1043]);
        assert!(parse_parameters(&[0, 0]).unwrap().is_empty());
        for end in 0..body.len() {
            assert!(parse_parameters(&body[..end]).is_err(), "{end}");
        }
    }
}
