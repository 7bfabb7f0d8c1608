//! Compares vectors, and picks the rows with the highest scores.

use std::{cmp::Ordering, collections::BinaryHeap};

/// How many products are summed in parallel. The compiler must not reorder additions of floats, so
/// each lane has its own sum.
const LANES: usize = 16;

/// A row and its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scored {
    pub(super) row: usize,
    pub(super) score: f32,
}

impl Eq for Scored {}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Orders by falling score, so that the worst is on top of a heap. Of equal scores, the later row
/// is the worse.
impl Ord for Scored {
    fn cmp(&self, other: &Self) -> Ordering {
        let score = other.score.total_cmp(&self.score);
        score.then(self.row.cmp(&other.row))
    }
}

/// Returns the `most` rows with the highest scores, the highest first.
pub(super) fn top(scored: impl Iterator<Item = Scored>, most: usize) -> Vec<Scored> {
    let mut heap = BinaryHeap::new();
    for one in scored {
        if heap.len() < most {
            heap.push(one);
        } else if let Some(mut worst) = heap.peek_mut()
            && one < *worst
        {
            *worst = one;
        }
    }
    heap.into_sorted_vec()
}

/// Returns the dot product of two vectors of the same length.
pub(super) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (left, left_rest) = left.as_chunks::<LANES>();
    let (right, right_rest) = right.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (left, right) in left.iter().zip(right) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    let rest: f32 = left_rest
        .iter()
        .zip(right_rest)
        .map(|(left, right)| left * right)
        .sum();
    sums.iter().sum::<f32>() + rest
}

/// Scales a vector to length 1, so that the dot product of two is the cosine of their angle. A zero
/// vector stays as it is.
pub(super) fn normalise(vector: &mut [f32]) {
    // The squares of large numbers overflow an `f32`.
    let squares: f64 = vector.iter().map(|number| f64::from(*number).powi(2)).sum();
    if squares > 0.0 {
        let length = squares.sqrt();
        for number in vector {
            *number = (f64::from(*number) / length) as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_the_earlier_of_equals() {
        let scores = [0.1, 0.9, 0.5, 0.9, -1.0, 0.5];
        let scored = |most| {
            let rows = scores.iter().enumerate();
            let found = top(rows.map(|(row, score)| Scored { row, score: *score }), most);
            found.iter().map(|one| one.row).collect::<Vec<_>>()
        };
        assert_eq!(scored(3), [1, 3, 2]);
        assert_eq!(scored(100), [1, 3, 2, 5, 0, 4]);
        assert_eq!(scored(0), [0; 0]);
    }

    #[test]
    fn the_dot_product_is_right_for_every_length() {
        for length in 0..70_usize {
            let numbers: Vec<f32> = (0..length).map(|number| number as f32).collect();
            let expected = (0..length).map(|number| number * number).sum::<usize>();
            assert_eq!(dot(&numbers, &numbers), expected as f32, "{length}");
        }
    }

    #[test]
    fn a_zero_vector_stays_as_it_is() {
        let mut none = [0.0; 3];
        normalise(&mut none);
        assert_eq!(none, [0.0; 3]);
        let mut large = [3.0e30_f32, 4.0e30];
        normalise(&mut large);
        assert!((large[0] - 0.6).abs() < 1e-6 && (large[1] - 0.8).abs() < 1e-6);
    }
}
