//! The protocol between parents and children: a value of JSON on a line.

use std::io::{self, BufRead};

use serde::{Serialize, de::DeserializeOwned};

/// Returns `value` as a line.
pub(crate) fn encode(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Reads the next line, however long it is: only for input that this program wrote itself.
pub(crate) fn read<T: DeserializeOwned>(input: &mut impl BufRead) -> io::Result<T> {
    let mut line = Vec::new();
    input.read_until(b'\n', &mut line)?;
    Ok(serde_json::from_slice(&line)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written_and_the_rest_is_left() {
        let mut input = encode(&"two\nlines").unwrap();
        assert_eq!(input, b"\"two\\nlines\"\n");
        input.extend(b"rest");
        let mut input = input.as_slice();
        assert_eq!(read::<String>(&mut input).unwrap(), "two\nlines");
        assert_eq!(input, b"rest");
        assert!(read::<String>(&mut input).is_err());
        assert!(read::<String>(&mut input).is_err());
    }
}
