//! Frames: a payload with its length and a checksum.

use sha2::{Digest as _, Sha256};

/// The number of bytes before the payload.
pub(super) const HEAD: usize = 12;

/// The outcome of [`split_frame`].
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SplitFrame<'a> {
    /// A valid frame, and the bytes after it.
    Complete { payload: &'a [u8], after: &'a [u8] },
    /// A frame that ends too early, or the last one with a wrong checksum.
    Incomplete,
    /// A frame with a wrong checksum, followed by others.
    Damaged,
}

/// Encodes a payload as a frame. Returns `None` if it is too long.
pub(super) fn encode_frame(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok()?;
    let mut frame = Vec::with_capacity(HEAD + payload.len());
    frame.extend(length.to_le_bytes());
    frame.extend(check(payload));
    frame.extend(payload);
    Some(frame)
}

/// Splits the first frame off.
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
        return SplitFrame::Complete { payload, after };
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
    fn frames_are_read_back_and_a_cut_is_detected_at_every_byte() {
        let mut bytes = encode_frame(b"first").unwrap();
        let first = bytes.len();
        bytes.extend(encode_frame(b"").unwrap());
        let SplitFrame::Complete { payload, after } = split_frame(&bytes) else {
            panic!("not complete");
        };
        assert_eq!(payload, b"first");
        let empty = SplitFrame::Complete {
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
    fn a_changed_byte_is_damage_except_in_the_last_frame() {
        let mut bytes = encode_frame(b"first").unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        assert_eq!(split_frame(&bytes), SplitFrame::Incomplete);
        bytes.extend(encode_frame(b"second").unwrap());
        assert_eq!(split_frame(&bytes), SplitFrame::Damaged);
    }
}
