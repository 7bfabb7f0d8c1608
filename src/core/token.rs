//! Random names that cannot be guessed.

/// Returns 128 random bits in hexadecimal.
///
/// Sessions and stored results have such a name: whoever knows it may use them.
pub(crate) fn random() -> String {
    use std::fmt::Write as _;
    bytes::<16>()
        .iter()
        .fold(String::with_capacity(32), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// Returns random bytes from the operating system.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system provides random bytes");
    bytes
}
