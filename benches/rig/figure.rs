//! [`Figure`]: what was measured, and what was wanted.

use crate::rig::Spread;

/// What was measured, and what was wanted.
pub(crate) struct Figure {
    pub(crate) what: String,
    pub(crate) spread: Spread,
    pub(crate) wanted: Wanted,
    pub(crate) unit: &'static str,
}

/// What is wanted of a figure.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    AtMost(f64),
    AtLeast(f64),
    Nothing,
}

impl Figure {
    /// Of the figures of all rounds.
    pub(crate) fn of(
        what: impl Into<String>,
        rounds: &[f64],
        unit: &'static str,
        wanted: Wanted,
    ) -> Self {
        let spread = Spread::of(rounds.iter().copied()).expect("at least one round");
        let figure = Self {
            what: what.into(),
            spread,
            wanted,
            unit,
        };
        eprint!("{}", figure.row());
        figure
    }

    /// A row of the table.
    pub(crate) fn row(&self) -> String {
        let Self {
            what, spread, unit, ..
        } = self;
        let (wanted, met) = match self.wanted {
            Wanted::AtMost(most) => (format!("at most {most}{unit}"), Some(spread.median <= most)),
            Wanted::AtLeast(least) => (
                format!("at least {least}{unit}"),
                Some(spread.median >= least),
            ),
            Wanted::Nothing => (String::new(), None),
        };
        let met = met.map_or("", |met| if met { "met" } else { "**missed**" });
        format!(
            "| {what} | {:.2}{unit} | {:.2}–{:.2} | {wanted} | {met} |\n",
            spread.median, spread.least, spread.most
        )
    }
}
