//! [`EmbeddedEncoder`]: a small model inside of this process.
//!
//! It is a MiniLM of three layers, in 9 MB. It is good at paraphrases of short English texts, and
//! does not know other scripts, so shared words get a high weight beside it. It is loaded when it
//! is first used.

use std::{sync::Arc, thread, time::Instant};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use pocket_encoder::Encoder;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use toolwright::BoxFuture;

use super::embedder::{Embedder, EmbeddingError, Vector};

/// How many texts are encoded in one piece. Small, so that a long list does not block a short one.
const PIECE: usize = 16;
/// The encoder refuses longer texts. The 128 tokens that the model reads are never longer.
const MAX_BYTES: usize = 64 << 10;
/// The model knows one language, so shared words count more than its vectors.
const KEYWORD_WEIGHT: f32 = 0.75;

/// A small English model inside of this process. It reads the first 128 tokens of a text.
#[derive(Debug)]
pub struct EmbeddedEncoder {
    model: String,
    dimension: usize,
    cores: usize,
    threads: Arc<Semaphore>,
}

impl Default for EmbeddedEncoder {
    fn default() -> Self {
        Self::new()
    }
}

impl EmbeddedEncoder {
    /// Creates an encoder that loads the model when it is first used, and encodes on at most as
    /// many threads as there are cores.
    pub fn new() -> Self {
        let info = pocket_encoder::model_info();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            model: info.id,
            dimension: info.dimensions,
            cores,
            threads: Arc::new(Semaphore::new(cores)),
        }
    }

    async fn encode(
        &self,
        texts: &[String],
        deadline: Instant,
    ) -> Result<Vec<Vector>, EmbeddingError> {
        let cancelled = CancellationToken::new();
        // A thread of the blocking pool can only be asked to stop.
        let _stop = cancelled.clone().drop_guard();
        let all = texts.len();
        let mut pieces = Vec::with_capacity(all / PIECE + 1);
        for (number, texts) in texts.chunks(PIECE).enumerate() {
            let piece = Piece {
                texts: texts.to_vec(),
                deadline,
                cancelled: cancelled.clone(),
            };
            let late = move |done| EmbeddingError::Timeout {
                done: number * PIECE + done,
                all,
            };
            pieces.push(self.encode_piece(piece, late));
        }
        let vectors: Result<Vec<Vec<Vector>>, _> = stream::iter(pieces)
            .buffered(self.cores)
            .try_collect()
            .await;
        Ok(vectors?.into_iter().flatten().collect())
    }

    async fn encode_piece(
        &self,
        piece: Piece,
        late: impl Fn(usize) -> EmbeddingError,
    ) -> Result<Vec<Vector>, EmbeddingError> {
        let waiting = tokio::time::timeout_at(
            piece.deadline.into(),
            Arc::clone(&self.threads).acquire_owned(),
        );
        let permit = waiting.await.map_err(|_| late(0))?;
        let working = tokio::task::spawn_blocking(move || {
            // Held until the work is done, also if the caller has gone.
            let _permit = permit;
            piece.encode()
        });
        let failed = |error: String| EmbeddingError::Encoder(error);
        let (vectors, wanted) = working.await.map_err(|error| failed(error.to_string()))??;
        if vectors.len() < wanted {
            return Err(late(vectors.len()));
        }
        Ok(vectors)
    }
}

/// Texts that are encoded on one thread.
struct Piece {
    texts: Vec<String>,
    deadline: Instant,
    cancelled: CancellationToken,
}

impl Piece {
    /// Returns the vectors that were ready in time, and the number of texts. It blocks.
    fn encode(&self) -> Result<(Vec<Vector>, usize), EmbeddingError> {
        let failed = |error: pocket_encoder::Error| EmbeddingError::Encoder(error.to_string());
        let mut vectors = Vec::with_capacity(self.texts.len());
        // The weights are unpacked once a process.
        let encoder = Encoder::new().map_err(failed)?;
        for text in &self.texts {
            if self.cancelled.is_cancelled() || Instant::now() >= self.deadline {
                break;
            }
            let encoded = encoder.embed(&[beginning(text)]).map_err(failed)?;
            vectors.extend(encoded.into_iter().map(Vector::from));
        }
        Ok((vectors, self.texts.len()))
    }
}

/// Returns the part of a text that the encoder accepts.
fn beginning(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.floor_char_boundary(MAX_BYTES)]
}

impl Embedder for EmbeddedEncoder {
    fn model(&self) -> &str {
        &self.model
    }

    fn dimension(&self) -> Option<usize> {
        Some(self.dimension)
    }

    fn keyword_weight(&self) -> f32 {
        KEYWORD_WEIGHT
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>> {
        Box::pin(self.encode(texts, deadline))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn embed(texts: &[&str], patience: Duration) -> Result<Vec<Vector>, EmbeddingError> {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        EmbeddedEncoder::new()
            .embed(&texts, Instant::now() + patience)
            .await
    }

    fn cosine(left: &[f32], right: &[f32]) -> f32 {
        left.iter()
            .zip(right)
            .map(|(left, right)| left * right)
            .sum()
    }

    const LONG: Duration = Duration::from_secs(600);

    #[tokio::test]
    async fn texts_of_similar_meaning_have_similar_vectors() {
        let texts = [
            "the price of a product",
            "what an item costs",
            "a dog in the rain",
        ];
        let vectors = embed(&texts, LONG).await.unwrap();
        assert!(vectors.iter().all(|vector| vector.len() == 384));
        let near = cosine(&vectors[0], &vectors[1]);
        let far = cosine(&vectors[0], &vectors[2]);
        assert!(near > far + 0.3, "{near} {far}");
        assert_eq!(embed(&[], LONG).await.unwrap(), Vec::<Vector>::new());
    }

    #[tokio::test]
    async fn the_order_is_kept_over_many_pieces() {
        let texts: Vec<String> = (0..PIECE * 3 + 1).map(|n| format!("number {n}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let all = embed(&texts, LONG).await.unwrap();
        assert_eq!(all.len(), texts.len());
        for place in [0, PIECE, PIECE * 3] {
            assert_eq!(
                all[place],
                embed(&texts[place..=place], LONG).await.unwrap()[0]
            );
        }
    }

    #[tokio::test]
    async fn the_beginning_of_a_long_text_is_read() {
        let long = format!("  {}", "한국어 word ".repeat(100_000));
        let half: String = long.chars().take(400_000).collect();
        let vectors = embed(&[&long, &half], LONG).await.unwrap();
        assert_eq!(vectors[0], vectors[1]);
    }

    #[tokio::test]
    async fn encoding_stops_at_the_deadline() {
        let texts = vec!["a text"; 100_000];
        let error = embed(&texts, Duration::from_millis(200)).await.unwrap_err();
        let EmbeddingError::Timeout { done, all } = error else {
            panic!("{error}");
        };
        assert!(done < 100_000 && all == 100_000, "{done} of {all}");
    }
}
