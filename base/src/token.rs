//! Random names that cannot be guessed.

use super::hexadecimal::Hexadecimal;

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
