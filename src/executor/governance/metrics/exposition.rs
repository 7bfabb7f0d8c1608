//! [`Exposition`]: metrics as text, in the format 0.0.4 of Prometheus.
//!
//! Written by hand: it is a few lines, and the crates that write it want to own the counters too.

use std::fmt::{Display, Write as _};

use super::histogram::{BOUNDS_NS, Reading};

/// Metrics as text.
#[derive(Debug, Default)]
pub(super) struct Exposition {
    text: String,
}

/// What may become of a number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Counter,
    Gauge,
    Histogram,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// A label of a number: its name and its value.
pub(super) type Label<'a> = (&'a str, &'a str);

impl Exposition {
    /// The numbers that follow are of this name. `help` is one line.
    pub(super) fn family(&mut self, name: &str, kind: Kind, help: &str) {
        self.write(format_args!(
            "# HELP {name} {help}\n# TYPE {name} {}\n",
            kind.as_str()
        ));
    }

    /// One number.
    pub(super) fn number(&mut self, name: &str, labels: &[Label<'_>], value: impl Display) {
        self.text.push_str(name);
        self.labels(labels, None);
        self.write(format_args!(" {value}\n"));
    }

    /// One histogram.
    pub(super) fn histogram(&mut self, name: &str, labels: &[Label<'_>], reading: &Reading) {
        for (place, count) in reading.cumulative.iter().enumerate() {
            let bound = BOUNDS_NS.get(place).copied().map(seconds);
            self.write(format_args!("{name}_bucket"));
            self.labels(labels, Some(bound));
            self.write(format_args!(" {count}\n"));
        }
        self.write(format_args!("{name}_sum"));
        self.labels(labels, None);
        self.write(format_args!(" {}\n", seconds(reading.nanoseconds)));
        self.write(format_args!("{name}_count"));
        self.labels(labels, None);
        self.write(format_args!(" {}\n", reading.count()));
    }

    /// The labels, and the bound of a bucket; the last bucket has none.
    fn labels(&mut self, labels: &[Label<'_>], bound: Option<Option<f64>>) {
        if labels.is_empty() && bound.is_none() {
            return;
        }
        let mut before = '{';
        for (name, value) in labels {
            self.write(format_args!("{before}{name}=\""));
            self.escape(value);
            self.text.push('"');
            before = ',';
        }
        match bound {
            Some(Some(bound)) => self.write(format_args!("{before}le=\"{bound}\"")),
            Some(None) => self.write(format_args!("{before}le=\"+Inf\"")),
            None => {}
        }
        self.text.push('}');
    }

    fn escape(&mut self, value: &str) {
        for letter in value.chars() {
            match letter {
                '\\' => self.text.push_str("\\\\"),
                '"' => self.text.push_str("\\\""),
                '\n' => self.text.push_str("\\n"),
                other => self.text.push(other),
            }
        }
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // Text takes everything.
        let _ = self.text.write_fmt(text);
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "after 104 days of work a sum is exact to a few nanoseconds"
)]
const fn seconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::executor::governance::metrics::histogram::Histogram;

    #[test]
    fn a_family_has_its_help_and_its_type_before_its_numbers() {
        let mut exposition = Exposition::default();
        exposition.family("calls_total", Kind::Counter, "Calls.");
        exposition.number("calls_total", &[("tool", "add"), ("outcome", "ok")], 5);
        exposition.number("calls_total", &[], 7);
        assert_eq!(
            exposition.finish(),
            "# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{tool=\"add\",outcome=\"ok\"} 5\ncalls_total 7\n"
        );
    }

    #[test]
    fn what_would_end_a_label_is_escaped() {
        let mut exposition = Exposition::default();
        exposition.number("n", &[("tool", "a\"} 1\n\\b")], 1);
        assert_eq!(exposition.finish(), "n{tool=\"a\\\"} 1\\n\\\\b\"} 1\n");
    }

    #[test]
    fn a_histogram_counts_up_to_all_and_tells_seconds() {
        let histogram = Histogram::default();
        histogram.observe(Duration::from_micros(20));
        histogram.observe(Duration::from_millis(1_500));
        let mut exposition = Exposition::default();
        exposition.histogram("d", &[("tool", "t")], &Reading::of([&histogram]));
        let text = exposition.finish();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 24);
        assert_eq!(lines[0], "d_bucket{tool=\"t\",le=\"0.00001\"} 0");
        assert_eq!(lines[1], "d_bucket{tool=\"t\",le=\"0.000025\"} 1");
        assert_eq!(lines[15], "d_bucket{tool=\"t\",le=\"1\"} 1");
        assert_eq!(lines[16], "d_bucket{tool=\"t\",le=\"2.5\"} 2");
        assert_eq!(
            &lines[21..],
            [
                "d_bucket{tool=\"t\",le=\"+Inf\"} 2",
                "d_sum{tool=\"t\"} 1.50002",
                "d_count{tool=\"t\"} 2",
            ]
        );
    }
}
