//! Random names that nobody guesses.

/// 128 random bits in hexadecimal: the name of what only those may have who were told, as a session or a stored result.
pub(crate) fn random() -> String {
    use std::fmt::Write as _;
    bytes::<16>()
        .iter()
        .fold(String::with_capacity(32), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// Random bytes from the system.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}
