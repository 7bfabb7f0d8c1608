//! The guards against a real server: its functions, and the role that the setup SQL creates.

mod role;
mod volatile_functions;
