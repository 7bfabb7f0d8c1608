//! Frames: bytes with their length and a check sum.

use sha2::{Digest as _, Sha256};

/// The bytes before the payload.
pub(super) const HEAD: usize = 12;

/// What the beginning of some bytes is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SplitFrame<'a> {
    /// A frame, and what comes after it.
    Whole { payload: &'a [u8], after: &'a [u8] },
    /// A frame that ends too early, or the last one and not what was written.
    Incomplete,
    /// A frame in the middle that is not what was written.
    Damaged,
}

/// The payload as a frame.
pub(super) fn encode_frame(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok()?;
    let mut frame = Vec::with_capacity(HEAD + payload.len());
    frame.extend(length.to_le_bytes());
    frame.extend(check(payload));
    frame.extend(payload);
    Some(frame)
}

/// Takes the first frame off.
pub(super) fn split_frame(bytes: &[u8]) -> SplitFrame<'_> {
    let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else {
        return SplitFrame::Incomplete;
    };
    let [a, b, c, d, expected @ ..] = *head;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    let Some((payload, after)) = rest.split_at_checked(length) else {
        return SplitFrame::Incomplete;
    };
    if check(payload) == expected {
        return SplitFrame::Whole { payload, after };
    }
    if after.is_empty() {
        SplitFrame::Incomplete
    } else {
        SplitFrame::Damaged
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
        let mut bytes = encode_frame(b"first").unwrap();
        let first = bytes.len();
        bytes.extend(encode_frame(b"").unwrap());
        let SplitFrame::Whole { payload, after } = split_frame(&bytes) else {
            panic!("not whole");
        };
        assert_eq!(payload, b"first");
        let empty = SplitFrame::Whole {
            payload: b"",
            after: b"",
        };
        assert_eq!(split_frame(after), empty);
        for length in 0..first {
            assert_eq!(
                split_frame(&bytes[..length]),
                SplitFrame::Incomplete,
                "{length}"
            );
        }
    }

    #[test]
    fn a_changed_byte_is_damage_unless_it_is_in_the_last_frame() {
        let mut bytes = encode_frame(b"first").unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        assert_eq!(split_frame(&bytes), SplitFrame::Incomplete);
        bytes.extend(encode_frame(b"second").unwrap());
        assert_eq!(split_frame(&bytes), SplitFrame::Damaged);
    }
}
