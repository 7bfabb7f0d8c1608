//! [`Hexadecimal`]: bytes as hexadecimal digits.

use std::fmt;

/// Displays bytes as lower-case hexadecimal digits.
pub struct Hexadecimal<'a>(pub &'a [u8]);

impl fmt::Display for Hexadecimal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_has_two_digits() {
        assert_eq!(Hexadecimal(&[0, 9, 0xab, 255]).to_string(), "0009abff");
        assert_eq!(Hexadecimal(&[]).to_string(), "");
    }
}
