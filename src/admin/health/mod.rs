//! `health`: the findings of `doctor`, which the composition root hands in.

mod health;
pub(super) mod read;

pub(super) use self::health::Health;
pub(crate) use self::health::{Examine, HealthFinding, HealthSeverity};
