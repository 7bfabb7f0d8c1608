//! Attempts to get more out of a server than it gives, each named after what the attacker wants.

mod administration;
mod api_bodies;
mod audit_log;
mod client_key;
mod database_password;
mod database_settings;
mod denied_resources;
mod dns_rebinding;
mod documents;
mod draft_limits;
mod executed_code;
mod full_disk;
mod hostile_folder;
mod inbox;
mod large_arguments;
mod lockout;
mod log_volume;
mod memory;
mod rate_limits;
mod secrets;
mod tokens;
mod tool_credentials;
mod unrecorded_calls;
mod victim;
