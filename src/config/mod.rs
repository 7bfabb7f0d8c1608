//! [`Config`]: every setting of the `toolwright` server, read once. No other layer reads one.
//!
//! A setting is a variable, or a field of a table in `toolwright.toml`. Its value comes from the
//! first place that has one: a flag, the environment, the file that `TOOLWRIGHT_CONFIG` names,
//! `.env` and `toolwright.toml` in the user's configuration folder, the same in the working folder,
//! the default. A host may start the server in a repository of strangers, so the working folder is
//! read for people in terminals only ([`sources`]), and a secret from another place is never sent to
//! an address that the working folder has ([`destinations`]).
//!
//! The crate `config` merges the places; each place is a [`Source`](::config::Source) of ours
//! ([`layer`]), because the crate's own sources quote values in their errors, and a value may be a
//! secret. Flags are the exception: the command line reads them, with the values of the files as
//! their defaults ([`Settings::of_files`]).
//!
//! [`Config`] is plain data: [`toolwright::app`] builds the live things from it. An invalid value stops
//! the start with an error that names the setting, its value and its place.

mod access;
mod data_folder;
mod destinations;
mod documents;
mod engines;
mod error;
mod known;
mod layer;
mod listing;
mod lists;
mod near_miss;
mod oauth;
mod place;
mod policy;
mod registry;
mod registry_database;
mod remote;
mod search;
mod sessions;
mod settings;
mod settings_file;
mod sources;
mod summary;
#[cfg(test)]
mod tests;
mod toml_file;
mod traces;
mod value;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use toolwright::{
    cli::setting,
    govern::{NamePattern, Policy},
    log::TelemetryOptions,
    tool::RateLimit,
};
use toolwright_base::Secret;
use toolwright_engines::{
    documents::Folder, search::SearchService, supervise::sandbox_policy::SandboxMode,
};
use toolwright_http::AddressPolicy;

pub(crate) use self::{
    access::AccessSettings,
    engines::EngineSettings,
    error::ConfigError,
    listing::SettingsListing,
    lists::{ListMode, ListSettings},
    oauth::OAuthSettings,
    registry::RegistrySettings,
    registry_database::RegistryPlace,
    remote::RemoteSettings,
    settings::{ENVIRONMENT, Settings},
    summary::SettingsSummary,
};
use self::{
    known::SEARCH_PATH,
    value::{lifetimes, limit, log_size, number, sandbox_mode, server_name, title},
};

/// Every setting of the server, except those of its commands.
#[derive(Debug)]
pub(crate) struct Config {
    pub(crate) summary: SettingsSummary,
    /// The name of the server, as clients see it.
    pub(crate) server_name: String,
    /// The name of the server for people.
    pub(crate) server_title: String,
    /// Which tools may run.
    pub(crate) policy: Policy,
    /// Whether arguments that do not fit their schema are repaired.
    pub(crate) repair: bool,
    /// The time limit of calls whose tool has none.
    pub(crate) default_timeout: Duration,
    /// How often a caller may call a tool that has no limit of its own.
    pub(crate) rate_limit: RateLimit,
    /// The largest result that is returned whole, in bytes.
    pub(crate) max_result: usize,
    /// How often a failed call of an idempotent tool is repeated.
    pub(crate) retries: u32,
    /// How long the results of tools are cached.
    pub(crate) cache: Vec<(NamePattern, Duration)>,
    /// Whether agents may run code.
    pub(crate) code_execution: bool,
    /// Whether that code runs in a sandbox.
    pub(crate) code_sandbox: SandboxMode,
    /// The folders in which programs are searched, in the form of the variable `PATH`.
    pub(crate) search_path: OsString,
    /// Whether agents may run plans.
    pub(crate) plans: bool,
    /// Which tools the lists of agents have.
    pub(crate) lists: ListSettings,
    /// Whether any server with the same secret key goes on with a session.
    pub(crate) portable_sessions: bool,
    pub(crate) data_folder: PathBuf,
    /// The folder of `tools.json`.
    pub(crate) registry: RegistrySettings,
    /// Whether the console is served.
    pub(crate) console: bool,
    /// The settings of who may call the server.
    pub(crate) access: AccessSettings,
    /// The server elsewhere that commands work on.
    pub(crate) remote: RemoteSettings,
    /// The folder of the execution log.
    pub(crate) log_folder: PathBuf,
    /// How many full days the execution log is kept.
    pub(crate) log_days: u32,
    /// How large the execution log may become.
    pub(crate) log_max_bytes: u64,
    /// The values that are never written to a log.
    pub(crate) secrets: Vec<Secret>,
    /// The folder whose files may be read.
    pub(crate) files_folder: Option<Folder>,
    /// Which addresses may be fetched.
    pub(crate) reach: AddressPolicy,
    /// The service that searches the web.
    pub(crate) search: Option<SearchService>,
    /// The engines of the data tools.
    pub(crate) engines: EngineSettings,
    /// The collector of traces, if there is one.
    pub(crate) telemetry: Option<TelemetryOptions>,
}

impl Config {
    /// Parses the settings.
    pub(crate) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        let data_folder = match settings.text("TOOLWRIGHT_DATA_DIR") {
            Some(folder) => folder.into(),
            None => data_folder::default_folder(),
        };
        let registry = RegistrySettings::read(settings, &data_folder)?;
        Ok(Self {
            summary: SettingsSummary::of(settings),
            server_name: settings.read("TOOLWRIGHT_SERVER_NAME", server_name)?,
            server_title: settings.read("TOOLWRIGHT_SERVER_TITLE", title)?,
            policy: policy::read(settings)?,
            repair: settings.read("TOOLWRIGHT_REPAIR", setting::switch)?,
            default_timeout: settings.read("TOOLWRIGHT_DEFAULT_TIMEOUT", setting::duration)?,
            rate_limit: rate_limit(settings)?,
            max_result: settings.read("TOOLWRIGHT_MAX_RESULT", setting::count)?,
            retries: settings.read("TOOLWRIGHT_RETRIES", number)?,
            cache: cache(settings)?,
            code_execution: settings.read("TOOLWRIGHT_CODE_EXECUTION", setting::switch)?,
            code_sandbox: settings.read("TOOLWRIGHT_CODE_SANDBOX", sandbox_mode)?,
            search_path: settings.text(SEARCH_PATH).unwrap_or_default().into(),
            plans: settings.read("TOOLWRIGHT_PLANS", setting::switch)?,
            lists: ListSettings::read(settings)?,
            portable_sessions: sessions::are_portable(settings)?,
            secrets: secrets(settings, &registry),
            registry,
            console: settings.read("TOOLWRIGHT_CONSOLE", setting::switch)?,
            access: AccessSettings::read(settings, &registry_folder(settings, &data_folder))?,
            remote: RemoteSettings::read(settings)?,
            log_folder: log_folder(settings, &data_folder),
            log_days: settings.read("TOOLWRIGHT_LOG_DAYS", limit)?.get(),
            log_max_bytes: settings.read("TOOLWRIGHT_LOG_MAX_BYTES", log_size)?,
            files_folder: documents::folder(settings)?,
            reach: documents::reach(settings)?,
            search: search::service(settings)?,
            engines: EngineSettings::read(settings)?,
            telemetry: traces::read(settings)?,
            data_folder,
        })
    }
}

/// Returns how long the results of tools are cached.
fn cache(settings: &Settings) -> Result<Vec<(NamePattern, Duration)>, ConfigError> {
    let cache = settings.read_if("TOOLWRIGHT_CACHE", lifetimes)?;
    Ok(cache.unwrap_or_default())
}

/// Returns the values that are never written to a log, also the password in a URL.
fn secrets(settings: &Settings, registry: &RegistrySettings) -> Vec<Secret> {
    let mut secrets = settings.secrets();
    if let RegistryPlace::Postgres {
        address: Some(address),
        ..
    } = &registry.place
    {
        secrets.extend(address.password.clone());
    }
    secrets
}

/// Returns the folder of `tools.json` and of the users and keys.
fn registry_folder(settings: &Settings, data_folder: &Path) -> PathBuf {
    let configured = settings.text("TOOLWRIGHT_REGISTRY_DIR");
    configured.map_or_else(|| data_folder.join("registry"), PathBuf::from)
}

fn log_folder(settings: &Settings, data_folder: &Path) -> PathBuf {
    let configured = settings.text("TOOLWRIGHT_LOG_DIR");
    configured.map_or_else(|| data_folder.join("executions"), PathBuf::from)
}

fn rate_limit(settings: &Settings) -> Result<RateLimit, ConfigError> {
    Ok(RateLimit {
        per_minute: settings.read_if("TOOLWRIGHT_REQUESTS_PER_MINUTE", limit)?,
        per_hour: settings.read_if("TOOLWRIGHT_REQUESTS_PER_HOUR", limit)?,
        concurrent: settings.read_if("TOOLWRIGHT_CONCURRENT_REQUESTS", limit)?,
    })
}
