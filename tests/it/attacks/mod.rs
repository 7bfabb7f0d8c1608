//! Attempts to get more out of a server than it gives, each named after what the attacker wants.

mod database_password;
mod denied_resources;
<<<<<<< HEAD
mod dns_rebinding;
mod hostile_folder;
mod large_arguments;
mod lockout;
mod memory;
mod rate_limits;
mod secrets;
mod victim;
=======
>>>>>>> 0434637 (Resources and prompts are refused too while the log cannot be written; questions count by caller)
mod full_disk;
mod inbox;
mod large_arguments;
mod log_volume;
mod rate_limits;
mod secrets;
mod unrecorded_calls;
