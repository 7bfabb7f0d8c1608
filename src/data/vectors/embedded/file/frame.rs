//! Frames: bytes with their length and a check sum.

use sha2::{Digest as _, Sha256};

/// The bytes before the payload.
pub(super) const HEAD: usize = 12;

/// What the beginning of some bytes is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cut<'a> {
    /// A frame, and what comes after it.
    Whole { payload: &'a [u8], after: &'a [u8] },
    /// A frame that ends too early, or the last one and not what was written.
    Torn,
    /// A frame in the middle that is not what was written.
    Damaged,
}

/// The payload as a frame.
pub(super) fn frame(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok()?;
    let mut frame = Vec::with_capacity(HEAD + payload.len());
    frame.extend(length.to_le_bytes());
    frame.extend(check(payload));
    frame.extend(payload);
    Some(frame)
}

/// Takes the first frame off.
pub(super) fn cut(bytes: &[u8]) -> Cut<'_> {
    let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else {
        return Cut::Torn;
    };
    let [a, b, c, d, expected @ ..] = *head;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    let Some((payload, after)) = rest.split_at_checked(length) else {
        return Cut::Torn;
    };
    if check(payload) == expected {
        return Cut::Whole { payload, after };
    }
    if after.is_empty() {
        Cut::Torn
    } else {
        Cut::Damaged
    }
}

fn check(payload: &[u8]) -> [u8; 8] {
    let digest: [u8; 32] = Sha256::digest(payload).into();
    let mut check = [0; 8];
    check.copy_from_slice(&digest[..8]);
    check
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_and_a_cut_is_seen_at_every_byte() {
        let mut bytes = frame(b"first").unwrap();
        let first = bytes.len();
        bytes.extend(frame(b"").unwrap());
        let Cut::Whole { payload, after } = cut(&bytes) else {
            panic!("not whole");
        };
        assert_eq!(payload, b"first");
        let empty = Cut::Whole {
            payload: b"",
            after: b"",
        };
        assert_eq!(cut(after), empty);
        for length in 0..first {
            assert_eq!(cut(&bytes[..length]), Cut::Torn, "{length}");
        }
    }

    #[test]
    fn a_changed_byte_is_damage_unless_it_is_in_the_last_frame() {
        let mut bytes = frame(b"first").unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        assert_eq!(cut(&bytes), Cut::Torn);
        bytes.extend(frame(b"second").unwrap());
        assert_eq!(cut(&bytes), Cut::Damaged);
    }
}
