//! Reading a PostgreSQL database on behalf of callers who are not trusted with it.

pub(crate) mod gate;
