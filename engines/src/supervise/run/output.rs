//! [`CapturedOutput`]: the output of a program, up to a limit.

use std::io;

use tokio::{
    io::{AsyncRead, AsyncReadExt as _},
    sync::Notify,
};

/// The output of a program, up to a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CapturedOutput {
    /// The output, with bytes that are not UTF-8 replaced.
    pub text: String,
    /// Whether the program wrote more than the limit.
    pub is_cut: bool,
}

impl CapturedOutput {
    /// Reads `source` to its end and keeps the first `most` bytes.
    ///
    /// The rest is read too, so that the writer does not block. `full` is notified of it.
    pub(super) async fn read(
        mut source: impl AsyncRead + Unpin,
        most: usize,
        full: &Notify,
    ) -> io::Result<Self> {
        let mut bytes = Vec::new();
        // One byte more shows that there is more.
        let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        (&mut source).take(limit).read_to_end(&mut bytes).await?;
        if bytes.len() <= most {
            return Ok(Self::decode(&bytes, false));
        }
        full.notify_one();
        bytes.truncate(most);
        tokio::io::copy(&mut source, &mut tokio::io::sink()).await?;
        Ok(Self::decode(&bytes, true))
    }

    fn decode(bytes: &[u8], is_cut: bool) -> Self {
        // A character that was cut in two is left out.
        let whole = match std::str::from_utf8(bytes) {
            Err(error) if is_cut && error.error_len().is_none() => &bytes[..error.valid_up_to()],
            _ => bytes,
        };
        Self {
            text: String::from_utf8_lossy(whole).into_owned(),
            is_cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &[u8], most: usize) -> (String, bool) {
        let captured = CapturedOutput::read(text, most, &Notify::new())
            .await
            .unwrap();
        (captured.text, captured.is_cut)
    }

    #[tokio::test]
    async fn output_beyond_the_limit_is_not_kept() {
        assert_eq!(read(b"abc", 3).await, ("abc".into(), false));
        assert_eq!(read(b"abcd", 3).await, ("abc".into(), true));
        assert_eq!(read(b"", 3).await, (String::new(), false));
        assert_eq!(read("aé한".as_bytes(), 5).await, ("aé".into(), true));
        assert_eq!(
            read(b"a\xff\xe9", 9).await,
            ("a\u{fffd}\u{fffd}".into(), false)
        );
    }
}
