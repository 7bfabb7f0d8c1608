//! Splits texts into the batches of requests.

/// The largest batch, unless a single text is larger. Servers refuse much larger requests.
const MOST_BYTES: usize = 1 << 20;

/// Splits the texts into batches of at most `most` texts and a megabyte. A larger text is a batch
/// of its own.
pub(super) fn batches(texts: &[String], most: usize) -> Vec<&[String]> {
    let mut batches = Vec::with_capacity(texts.len() / most.max(1) + 1);
    let mut rest = texts;
    while !rest.is_empty() {
        let (batch, after) = rest.split_at(length(rest, most.max(1)));
        batches.push(batch);
        rest = after;
    }
    batches
}

/// Returns how many of the first texts fit into a batch.
fn length(texts: &[String], most: usize) -> usize {
    let mut bytes = 0;
    let fits = |text: &&String| {
        bytes += text.len();
        bytes <= MOST_BYTES
    };
    texts.iter().take(most).take_while(fits).count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(texts: &[usize], most: usize) -> Vec<usize> {
        let texts: Vec<String> = texts.iter().map(|size| "x".repeat(*size)).collect();
        let batches = batches(&texts, most);
        assert_eq!(batches.concat(), texts);
        batches.iter().map(|batch| batch.len()).collect()
    }

    #[test]
    fn a_batch_is_limited_in_texts_and_bytes() {
        assert_eq!(sizes(&[], 64), [0; 0]);
        assert_eq!(sizes(&[1; 129], 64), [64, 64, 1]);
        assert_eq!(sizes(&[1; 3], 0), [1, 1, 1]);
        let half = MOST_BYTES / 2;
        assert_eq!(sizes(&[half, half, 1], 64), [2, 1]);
        assert_eq!(sizes(&[1, MOST_BYTES, 1], 64), [1, 1, 1]);
        assert_eq!(sizes(&[3 * MOST_BYTES, 1, 1], 64), [1, 2]);
    }
}
