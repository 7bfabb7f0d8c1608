//! Attempts to get more out of a server than it gives, each named after what the attacker wants.

mod database_password;
mod denied_resources;
mod large_arguments;
mod rate_limits;
mod secrets;
