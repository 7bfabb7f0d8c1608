//! Reading a PostgreSQL database on behalf of callers who are not trusted with it.

pub(crate) mod cluster;
pub(crate) mod gate;
