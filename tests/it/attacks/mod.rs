//! Attempts to get more out of a server than it gives, each named after what the attacker wants.

mod rate_limits;
