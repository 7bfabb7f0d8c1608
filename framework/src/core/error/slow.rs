//! [`Slow`]: the part of a call that took too long, and the two texts that a timeout has.

use std::{fmt, time::Duration};

/// The beginning of the message of a slow service.
const SERVICE: &str = "timed out: ";

/// The part of a call that took too long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slow {
    /// The call itself, which had this much time.
    Call(Duration),
    /// Something behind the tool, such as a database, in words that name it.
    Service(String),
}

/// The message that the model reads.
impl fmt::Display for Slow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(after) => write!(f, "timed out after {after:?}"),
            Self::Service(message) => write!(f, "{SERVICE}{message}"),
        }
    }
}

impl Slow {
    /// Reads the message of a timeout that another process reports, of a call that took `elapsed`.
    pub(crate) fn from_message(message: &str, elapsed: Duration) -> Self {
        match message.strip_prefix(SERVICE) {
            Some(service) => Self::Service(service.to_owned()),
            None => Self::Call(elapsed),
        }
    }

    /// Returns the text that plans and the command line report, for a call that took `elapsed`.
    ///
    /// Its beginning is fixed, because programs read it.
    pub(crate) fn report(&self, elapsed: Duration) -> String {
        match self {
            Self::Call(after) => format!("Tool execution timeout ({})", seconds(*after)),
            Self::Service(message) => {
                format!("Tool execution timeout ({}): {message}", seconds(elapsed))
            }
        }
    }
}

/// Returns a time as `30s` or `0.5s`.
fn seconds(time: Duration) -> String {
    let tenths = (time.as_secs_f64() * 10.0).round() / 10.0;
    format!("{tenths}s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_is_read_from_its_own_message() {
        let elapsed = Duration::from_millis(499);
        for slow in [Slow::Call(elapsed), Slow::Service("the database".into())] {
            assert_eq!(Slow::from_message(&slow.to_string(), elapsed), slow);
        }
        assert_eq!(
            Slow::Call(elapsed).report(elapsed),
            "Tool execution timeout (0.5s)"
        );
    }
}
