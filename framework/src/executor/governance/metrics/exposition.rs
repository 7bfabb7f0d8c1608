//! [`Exposition`]: writes metrics in version 0.0.4 of the Prometheus text format.
//!
//! Written by hand: the format is a few lines, and the crates for it want to own the counters,
//! which here are sharded.

use std::fmt::{Display, Write as _};

use super::counters::{BOUNDS_NS, HistogramSnapshot};

/// Writes metrics as text.
#[derive(Debug, Default)]
pub(super) struct Exposition {
    text: String,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum MetricKind {
    Counter,
    Gauge,
    Histogram,
}

impl MetricKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// The name and the value of a label.
pub(super) type Label<'a> = (&'a str, &'a str);

impl Exposition {
    /// Begins the metric `name`. `help` is one line.
    pub(super) fn begin(&mut self, name: &str, kind: MetricKind, help: &str) {
        self.write(format_args!(
            "# HELP {name} {help}\n# TYPE {name} {}\n",
            kind.as_str()
        ));
    }

    /// Writes a sample.
    pub(super) fn sample(&mut self, name: &str, labels: &[Label<'_>], value: impl Display) {
        self.text.push_str(name);
        self.labels(labels, None);
        self.write(format_args!(" {value}\n"));
    }

    /// Writes the samples of a histogram.
    pub(super) fn histogram(
        &mut self,
        name: &str,
        labels: &[Label<'_>],
        snapshot: &HistogramSnapshot,
    ) {
        for (place, count) in snapshot.cumulative.iter().enumerate() {
            let bound = BOUNDS_NS.get(place).copied().map(seconds);
            self.write(format_args!("{name}_bucket"));
            self.labels(labels, Some(bound));
            self.write(format_args!(" {count}\n"));
        }
        self.write(format_args!("{name}_sum"));
        self.labels(labels, None);
        self.write(format_args!(" {}\n", seconds(snapshot.nanoseconds)));
        self.write(format_args!("{name}_count"));
        self.labels(labels, None);
        self.write(format_args!(" {}\n", snapshot.count()));
    }

    /// Writes labels in braces. `bound` is that of a bucket: `Some(None)` for the last one.
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
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(text);
    }

    /// Returns the text.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a sum of 104 days is still exact to a few nanoseconds"
)]
const fn seconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::executor::governance::metrics::counters::Histogram;

    #[test]
    fn help_and_type_are_written_before_the_samples() {
        let mut exposition = Exposition::default();
        exposition.begin("calls_total", MetricKind::Counter, "Calls.");
        exposition.sample("calls_total", &[("tool", "add"), ("outcome", "ok")], 5);
        exposition.sample("calls_total", &[], 7);
        assert_eq!(
            exposition.into_text(),
            "# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{tool=\"add\",outcome=\"ok\"} 5\ncalls_total 7\n"
        );
    }

    #[test]
    fn label_values_are_escaped() {
        let mut exposition = Exposition::default();
        exposition.sample("n", &[("tool", "a\"} 1\n\\b")], 1);
        assert_eq!(exposition.into_text(), "n{tool=\"a\\\"} 1\\n\\\\b\"} 1\n");
    }

    #[test]
    fn a_histogram_has_cumulative_buckets_in_seconds() {
        let histogram = Histogram::default();
        histogram.observe(Duration::from_micros(20));
        histogram.observe(Duration::from_millis(1_500));
        let mut exposition = Exposition::default();
        exposition.histogram("d", &[("tool", "t")], &HistogramSnapshot::of([&histogram]));
        let text = exposition.into_text();
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
