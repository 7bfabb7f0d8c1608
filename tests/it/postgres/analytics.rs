//! Legitimate queries: what analysts and models write must pass the gate and run.

use super::{client, query};
use crate::harness::{Seat, TestDatabase};

const SETUP: &str = include_str!("../../../src/data/postgres/gate/tests/setup.sql");
const QUERIES: &str = include_str!("../../../src/data/postgres/gate/tests/analytics.sql");
