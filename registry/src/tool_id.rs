//! [`ToolId`]: the id that agents name a tool by.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The id of a tool, a UUID.
///
/// A tool of the registry in PostgreSQL has the id of its row. A tool in files, a built-in one and one of
/// another server have no id of their own: theirs is computed from the name, and so is the same on every
/// machine.
///
/// ```
/// use toolwright_registry::ToolId;
///
/// let id = ToolId::of_name("calculator");
/// assert_eq!(id.to_string().parse(), Ok(id));
/// assert_ne!(id, ToolId::of_name("calculator2"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolId([u8; 16]);

/// A text is not an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a UUID in lower case, with hyphens")]
pub struct NotAnId;

impl ToolId {
    /// Returns the id of a tool that has none of its own: a UUID of version 8.
    pub fn of_name(name: &str) -> Self {
        let digest = Sha256::digest(format!("toolwright tool {name}"));
        let mut id = [0; 16];
        id.copy_from_slice(&digest[..16]);
        id[6] = id[6] & 0x0f | 0x80;
        id[8] = id[8] & 0x3f | 0x80;
        Self(id)
    }
}

impl fmt::Display for ToolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            if matches!(index, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl FromStr for ToolId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        if text.len() != 36 {
            return Err(NotAnId);
        }
        let mut id = [0; 16];
        let (mut digits, mut count) = (text.bytes(), 0);
        for byte in &mut id {
            if matches!(count, 4 | 6 | 8 | 10) && digits.next() != Some(b'-') {
                return Err(NotAnId);
            }
            let high = digits.next().and_then(digit).ok_or(NotAnId)?;
            let low = digits.next().and_then(digit).ok_or(NotAnId)?;
            *byte = high << 4 | low;
            count += 1;
        }
        Ok(Self(id))
    }
}

/// Returns the value of a hexadecimal digit in lower case: an id has one spelling.
const fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}

impl Serialize for ToolId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_written_and_in_no_other_way() {
        let id = ToolId::of_name("add");
        let text = id.to_string();
        assert_eq!(text.parse(), Ok(id));
        assert_eq!((&text[14..15], text.len()), ("8", 36));
        for wrong in [
            text.to_uppercase(),
            text.replace('-', ""),
            format!("{text} "),
            text.replacen('-', "0", 1),
            "add".to_owned(),
            "é".repeat(18),
        ] {
            assert_eq!(wrong.parse::<ToolId>(), Err(NotAnId), "{wrong}");
        }
    }
}
