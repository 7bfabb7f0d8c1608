//! [`Figure`]: what was measured, and what was wanted.

use super::statistics::Spread;

/// The head of the table that [`Figure::row`] writes rows of.
pub(crate) const FIGURES: &str = "what | median | rounds | wanted | ";

/// A measured value, and the wanted one.
pub(crate) struct Figure {
    what: String,
    spread: Spread,
    wanted: Option<Wanted>,
    unit: &'static str,
}

/// The bound of a figure's median.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    AtMost(f64),
    AtLeast(f64),
}

impl Figure {
    /// A figure from its rounds, of which there is at least one.
    pub(crate) fn of(
        what: impl Into<String>,
        rounds: impl IntoIterator<Item = f64>,
        unit: &'static str,
        wanted: impl Into<Option<Wanted>>,
    ) -> Self {
        let figure = Self {
            what: what.into(),
            spread: Spread::of(rounds).expect("at least one round"),
            wanted: wanted.into(),
            unit,
        };
        eprintln!("{}", figure.row());
        figure
    }

    /// The figure as a row of a table.
    pub(crate) fn row(&self) -> String {
        let (spread, unit) = (&self.spread, self.unit);
        let median = spread.median;
        let (wanted, is_met) = match self.wanted {
            Some(Wanted::AtMost(most)) => (format!("at most {most}{unit}"), median <= most),
            Some(Wanted::AtLeast(least)) => (format!("at least {least}{unit}"), median >= least),
            None => (String::new(), true),
        };
        let met = match self.wanted {
            None => "",
            Some(_) if is_met => "met",
            Some(_) => "**missed**",
        };
        format!(
            "{} | {median:.2}{unit} | {:.2}–{:.2} | {wanted} | {met}",
            self.what, spread.least, spread.most
        )
    }
}
