//! [`Whitening`]: a space in which the directions that all sentences share count little.
//!
//! Sentences that ask for tools are all alike to an encoder: they ask. What tells them apart lies in the directions in
//! which they differ from each other. A space in which their spread is the same in every direction brings it out:
//! vectors are moved by the mean, and divided by the square root of the covariance.

use toolwright_engines::embedding::Vector;

use super::vectors::{normalized, product};

/// The most vectors that the spread is computed from.
const MAX_SAMPLE: usize = 1024;
/// The fewest vectors whose spread says anything.
pub(super) const MIN_SAMPLE: usize = 32;
/// How much of the mean variance is added to each direction, so that those without any are not blown up.
const SHRINKAGE: f32 = 0.5;

/// A space with the same spread in every direction.
#[derive(Debug, Clone)]
pub(super) struct Whitening {
    mean: Vec<f32>,
    /// The factor of Cholesky of the covariance: the rows of a lower triangle, one after the other.
    factor: Vec<f32>,
}

impl Whitening {
    /// Computes the space of some vectors, if they are enough and of one length.
    pub(super) fn of(vectors: &[&[f32]]) -> Option<Self> {
        let step = vectors.len().div_ceil(MAX_SAMPLE).max(1);
        let sample: Vec<&[f32]> = vectors.iter().step_by(step).copied().collect();
        let dimension = sample.first()?.len();
        let is_even = sample.iter().all(|vector| vector.len() == dimension);
        if sample.len() < MIN_SAMPLE || dimension == 0 || !is_even {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "there are at most 1,024")]
        let count = sample.len() as f32;
        let mut mean = vec![0.0_f32; dimension];
        for vector in &sample {
            for (sum, number) in mean.iter_mut().zip(*vector) {
                *sum += number / count;
            }
        }
        let mut factor = covariance(&sample, &mean, count);
        factorize(&mut factor, dimension)?;
        Some(Self { mean, factor })
    }

    /// Returns a vector in this space, of length 1.
    pub(super) fn apply(&self, vector: &[f32]) -> Vector {
        if vector.len() != self.mean.len() {
            return normalized(vector);
        }
        let mut solved: Vec<f32> = Vec::with_capacity(vector.len());
        for (row, (number, mean)) in vector.iter().zip(&self.mean).enumerate() {
            let start = row * (row + 1) / 2;
            let (before, diagonal) = self.factor[start..=start + row].split_at(row);
            let known = product(before, &solved);
            solved.push((number - mean - known) / diagonal[0]);
        }
        normalized(&solved)
    }
}

/// Returns the lower triangle of the covariance, with a part of the mean variance added to the diagonal.
fn covariance(sample: &[&[f32]], mean: &[f32], count: f32) -> Vec<f32> {
    let dimension = mean.len();
    let mut sums = vec![0.0_f32; dimension * (dimension + 1) / 2];
    for vector in sample {
        let centred: Vec<f32> = vector
            .iter()
            .zip(mean)
            .map(|(one, mean)| one - mean)
            .collect();
        for (row, number) in centred.iter().enumerate() {
            let start = row * (row + 1) / 2;
            let scale = number / count;
            for (sum, other) in sums[start..=start + row].iter_mut().zip(&centred) {
                *sum += scale * other;
            }
        }
    }
    let diagonal = |row: usize| row * (row + 1) / 2 + row;
    #[expect(
        clippy::cast_precision_loss,
        reason = "a vector has a few hundred numbers"
    )]
    let variance = (0..dimension).map(|row| sums[diagonal(row)]).sum::<f32>() / dimension as f32;
    for row in 0..dimension {
        sums[diagonal(row)] += SHRINKAGE * variance;
    }
    sums
}

/// Replaces the lower triangle of a matrix by its factor of Cholesky, unless it has none.
fn factorize(triangle: &mut [f32], dimension: usize) -> Option<()> {
    for row in 0..dimension {
        let (above, rest) = triangle.split_at_mut(row * (row + 1) / 2);
        let own = &mut rest[..=row];
        for column in 0..row {
            let start = column * (column + 1) / 2;
            let other = &above[start..=start + column];
            let known = product(&other[..column], &own[..column]);
            own[column] = (own[column] - known) / other[column];
        }
        let known = product(&own[..row], &own[..row]);
        let square = own[row] - known;
        if !(square > 0.0 && square.is_finite()) {
            return None;
        }
        own[row] = square.sqrt();
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors with a large first number, which all share, and small others.
    fn alike() -> Vec<Vec<f32>> {
        let vectors = (0..60).map(|number: usize| {
            let mut vector = vec![0.0; 6];
            vector[0] = 10.0;
            vector[1] = if number.is_multiple_of(2) { 4.0 } else { -4.0 };
            vector[2 + number % 4] = 1.0;
            vector
        });
        vectors.collect()
    }

    #[test]
    fn what_all_share_counts_little() {
        let vectors = alike();
        let all: Vec<&[f32]> = vectors.iter().map(Vec::as_slice).collect();
        let space = Whitening::of(&all).unwrap();
        let plain = |left: usize, right: usize| {
            product(&normalized(&vectors[left]), &normalized(&vectors[right]))
        };
        let white = |left: usize, right: usize| {
            product(&space.apply(&vectors[left]), &space.apply(&vectors[right]))
        };
        // 0 and 2 share the second number, 0 and 4 also the third.
        assert!(plain(0, 2) > 0.98, "{}", plain(0, 2));
        assert!(white(0, 2) < 0.8, "{}", white(0, 2));
        assert!((white(0, 4) - 1.0).abs() < 1e-5, "{}", white(0, 4));
    }

    #[test]
    fn few_uneven_and_equal_vectors_have_none_or_are_kept() {
        let one: &[f32] = &[1.0, 2.0];
        assert!(Whitening::of(&[]).is_none());
        assert!(Whitening::of(&[one; MIN_SAMPLE - 1]).is_none());
        assert!(Whitening::of(&[one; MIN_SAMPLE]).is_none());
        let mut uneven: Vec<&[f32]> = vec![one; MIN_SAMPLE];
        uneven[3] = &one[..1];
        assert!(Whitening::of(&uneven).is_none());
        let vectors = alike();
        let all: Vec<&[f32]> = vectors.iter().map(Vec::as_slice).collect();
        let space = Whitening::of(&all).unwrap();
        assert_eq!(space.apply(one), normalized(one));
    }
}
