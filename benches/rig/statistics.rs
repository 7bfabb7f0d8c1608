//! Medians and percentiles.

/// The median of some figures, the least and the most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Spread {
    /// Returns `None` without figures.
    pub(crate) fn of(figures: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        figures.sort_by(f64::total_cmp);
        Some(Self {
            median: percentile(&figures, 50.0)?,
            least: *figures.first()?,
            most: *figures.last()?,
        })
    }
}

/// Returns a percentile of sorted figures.
pub(crate) fn percentile(sorted: &[f64], percent: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = (last as f64 * percent / 100.0).round();
    sorted.get(at as usize).copied()
}

/// Returns the median of some figures.
pub(crate) fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    Spread::of(figures).map_or(f64::NAN, |spread| spread.median)
}
