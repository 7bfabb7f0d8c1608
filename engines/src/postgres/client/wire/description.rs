//! The description of a statement: its parameters and the columns of its rows.

use std::io;

use bytes::BytesMut;
use postgres_protocol::message::frontend;

use super::{message_stream::malformed, pooling_mode::PoolingMode, query::Sql};
use crate::postgres::render::Columns;

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

/// The length of what follows a column's name: its table and its number there, its type, the type's
/// size and modifier, and the format.
const AFTER_NAME: usize = 18;
/// The offset of the type's OID in it.
const TYPE_OID: usize = 6;

/// Parses the body of a `RowDescription` message.
pub(in crate::postgres) fn parse(body: &[u8]) -> io::Result<Columns> {
    let (count, mut rest) = body.split_first_chunk().ok_or_else(malformed)?;
    let count = usize::from(u16::from_be_bytes(*count));
    let mut names = Vec::with_capacity(count);
    let mut type_oids = Vec::with_capacity(count);
    for _ in 0..count {
        let end = memchr::memchr(0, rest).ok_or_else(malformed)?;
        names.push(String::from_utf8_lossy(&rest[..end]).into_owned());
        let after = rest.get(end + 1..).ok_or_else(malformed)?;
        let (facts, after) = after.split_at_checked(AFTER_NAME).ok_or_else(malformed)?;
        let oid = facts[TYPE_OID..].first_chunk().ok_or_else(malformed)?;
        type_oids.push(u32::from_be_bytes(*oid));
        rest = after;
    }
    Ok(Columns::new(names, type_oids))
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

    #[test]
    fn a_truncated_description_is_malformed() {
        let mut body = vec![0, 1];
        body.extend(b"a\"b\0");
        body.extend([
            0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0,
        ]);
        let columns = parse(&body).unwrap();
        assert_eq!(columns.type_oids().collect::<Vec<_>>(), [23]);
        for end in 0..body.len() {
            assert!(parse(&body[..end]).is_err(), "{end}");
        }
    }
}
