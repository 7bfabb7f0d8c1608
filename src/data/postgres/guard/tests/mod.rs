//! The guards against a real server.

mod functions;
mod setup;
