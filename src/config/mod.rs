//! [`Config`]: every setting of the `toolwright` server, read once. No other layer reads one.
//!
//! A setting is a variable. Its value is the first that is found: in the environment, in `.env`, in `toolwright.toml`, and the default
//! last; where there is a flag, it wins. A value that cannot be one stops the start, with the variable's name and place.

mod data_folder;
mod documents;
#[cfg(feature = "data")]
mod engines;
mod error;
mod files;
mod search;
mod settings;
mod sources;
mod traces;
mod variables;

use std::{ffi::OsString, num::NonZeroU32, path::PathBuf, str::FromStr, time::Duration};

use url::Url;

#[cfg(feature = "data")]
pub(crate) use self::engines::EngineSettings;
pub(crate) use self::{error::ConfigError, settings::Settings, sources::Sources};
use crate::{
    cli::setting,
    core::{NamePattern, RateLimit},
    data::{documents::Folder, http::Reach, search::SearchBackend, telemetry::TelemetryOptions},
    executor::Policy,
};

/// Every setting of the server beside those of its commands.
#[derive(Debug)]
pub(crate) struct Config {
    /// Where all this was found.
    pub(crate) sources: Sources,
    /// Which tools may run.
    pub(crate) policy: Policy,
    /// Whether arguments that do not fit are repaired.
    pub(crate) repair: bool,
    /// How long a call may take where its tool does not say.
    pub(crate) default_timeout: Duration,
    /// How often a caller may call a tool that does not say.
    pub(crate) rate_limit: RateLimit,
    /// The largest result that is answered whole, in bytes.
    pub(crate) max_result: usize,
    /// How often a call of an idempotent tool is tried again.
    pub(crate) retries: u32,
    /// How long the results of tools are kept.
    pub(crate) cache: Vec<(NamePattern, Duration)>,
    /// Whether agents may run code.
    pub(crate) code_execution: bool,
    /// Where programs are, as the variable `PATH` says it.
    pub(crate) search_path: OsString,
    /// Whether agents may run plans.
    pub(crate) plans: bool,
    /// The folder of everything that is kept.
    pub(crate) data_folder: PathBuf,
    /// The folder of the execution log.
    pub(crate) log_folder: PathBuf,
    /// For how many days it is kept.
    pub(crate) log_days: u32,
    /// The values that are never written down.
    pub(crate) secrets: Vec<String>,
    /// The folder whose files may be read.
    pub(crate) files_folder: Option<Folder>,
    /// How far into the network URLs may lead.
    pub(crate) reach: Reach,
    /// Who searches the web.
    pub(crate) search: Option<Box<dyn SearchBackend>>,
    /// What stands behind the data tools.
    #[cfg(feature = "data")]
    pub(crate) engines: EngineSettings,
    /// Where traces go, where they go somewhere.
    pub(crate) telemetry: Option<TelemetryOptions>,
}

impl Config {
    /// What `settings` say.
    pub(crate) fn read(settings: &Settings) -> Result<Self, ConfigError> {
        let data_folder = match settings.text("TOOLWRIGHT_DATA_DIR") {
            Some(folder) => folder.into(),
            None => data_folder::here(),
        };
        let log_folder = settings.text("TOOLWRIGHT_LOG_DIR");
        Ok(Self {
            sources: Sources::of(settings),
            policy: policy(settings)?,
            repair: settings.read("TOOLWRIGHT_REPAIR", setting::switch)?,
            default_timeout: settings.read("TOOLWRIGHT_DEFAULT_TIMEOUT", setting::duration)?,
            rate_limit: RateLimit {
                per_minute: settings.read_if("TOOLWRIGHT_REQUESTS_PER_MINUTE", limit)?,
                per_hour: settings.read_if("TOOLWRIGHT_REQUESTS_PER_HOUR", limit)?,
                concurrent: settings.read_if("TOOLWRIGHT_CONCURRENT_REQUESTS", limit)?,
            },
            max_result: settings.read("TOOLWRIGHT_MAX_RESULT", setting::count)?,
            retries: settings.read("TOOLWRIGHT_RETRIES", number)?,
            cache: settings
                .read_if("TOOLWRIGHT_CACHE", lifetimes)?
                .unwrap_or_default(),
            code_execution: settings.read("TOOLWRIGHT_CODE_EXECUTION", setting::switch)?,
            search_path: settings.text("PATH").unwrap_or_default().into(),
            plans: settings.read("TOOLWRIGHT_PLANS", setting::switch)?,
            log_folder: log_folder.map_or_else(|| data_folder.join("executions"), PathBuf::from),
            secrets: variables::SECRETS
                .iter()
                .filter_map(|name| settings.text(name))
                .collect(),
            log_days: settings.read("TOOLWRIGHT_LOG_DAYS", limit)?.get(),
            files_folder: documents::folder(settings)?,
            reach: documents::reach(settings)?,
            search: search::backend(settings)?,
            #[cfg(feature = "data")]
            engines: EngineSettings::read(settings)?,
            telemetry: traces::read(settings)?,
            data_folder,
        })
    }
}

fn policy(settings: &Settings) -> Result<Policy, ConfigError> {
    if !settings.read("MCP_TOOLS", setting::switch)? {
        return Ok(Policy::none());
    }
    let is_enforced = settings.read("TOOLS_POLICY", setting::switch)?;
    Ok(match settings.text("TOOL_WHITELIST") {
        Some(names) if is_enforced => Policy::only(entries(&names).map(NamePattern::new)),
        _ => Policy::all(),
    })
}

/// The entries of a list, without what is empty.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
}

fn limit(text: &str) -> Result<NonZeroU32, String> {
    text.parse()
        .map_err(|_| "a whole number above 0 is wanted".into())
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "a whole number is wanted".into())
}

/// An address of the web.
fn web_address(text: &str) -> Option<Url> {
    let url: Option<Url> = text.parse().ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// `web_search=1m,get_*=10s`.
fn lifetimes(text: &str) -> Result<Vec<(NamePattern, Duration)>, String> {
    entries(text)
        .map(|entry| {
            let wanted = || "`tool=duration` is wanted, as in `get_*=30s`".to_owned();
            let (name, lifetime) = entry.split_once('=').ok_or_else(wanted)?;
            Ok((
                NamePattern::new(name.trim()),
                setting::duration(lifetime.trim())?,
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests;
