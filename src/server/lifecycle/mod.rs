//! What runs beside the requests of a server.

mod readiness;

pub(super) use readiness::Readiness;
