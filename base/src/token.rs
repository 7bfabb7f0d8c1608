//! Random names that cannot be guessed, and [`Hexadecimal`], which they are written in.

use std::fmt;

/// Returns 128 random bits in hexadecimal.
///
/// Sessions and stored results have such a name: whoever knows it may use them.
pub fn random() -> String {
    Hexadecimal(&bytes::<16>()).to_string()
}

/// Returns random bytes from the operating system.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system provides random bytes");
    bytes
}

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
