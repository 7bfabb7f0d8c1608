//! [`RegistrySettings`]: where the tools that exist at run time are defined, and what they may use.

use std::path::{Path, PathBuf};

use toolwright_registry::{PrivateHost, SecretKeys};

use super::{
    error::ConfigError, known::Known, registry_database::RegistryPlace, settings::Settings,
    value::entries,
};

/// The folder of the tools that exist at run time, and their permissions.
#[derive(Debug, Clone)]
pub(crate) struct RegistrySettings {
    /// The folder of `tools.json`.
    pub(crate) folder: PathBuf,
    /// Whether somebody named the folder. If so, a missing file stops the start; else it is written.
    pub(crate) is_configured: bool,
    /// The place of the definitions.
    pub(crate) place: RegistryPlace,
    /// The name of this server among those that share a database.
    pub(crate) replica: String,
    /// The hosts with private addresses that `http` tools may reach.
    pub(crate) private_hosts: Vec<PrivateHost>,
    /// The interpreter of `python` tools: a path, a virtual environment or a name.
    pub(crate) python: Option<String>,
    /// The variables of the server that scripts and programs of tools inherit.
    pub(crate) inherited: Vec<String>,
    /// The keys of credentials.
    pub(crate) secrets: SecretKeys,
    /// The keys of the credentials of tools. Servers that share a database share only keys that
    /// somebody gave all of them, so a file of one of them does not count.
    pub(crate) tool_secrets: SecretKeys,
}

impl RegistrySettings {
    pub(super) fn read(settings: &Settings, data_folder: &Path) -> Result<Self, ConfigError> {
        let parse = |text: &str| SecretKeys::parse(text).map_err(|error| error.to_string());
        let file = settings.text("TOOLWRIGHT_SECRET_KEY_FILE");
        let file = file.map_or_else(|| data_folder.join("secret.key"), PathBuf::from);
        let hosts = |text: &str| {
            entries(text)
                .map(PrivateHost::parse)
                .collect::<Result<_, _>>()
        };
        let given = settings.read_if("TOOLWRIGHT_SECRET_KEY", parse)?;
        let place = RegistryPlace::read(settings)?;
        let secrets = given.clone().unwrap_or_else(|| SecretKeys::in_file(&file));
        Ok(Self {
            tool_secrets: match place {
                RegistryPlace::Files => secrets.clone(),
                RegistryPlace::Postgres { .. } => given.unwrap_or_default(),
            },
            place,
            replica: replica(settings),
            secrets,
            is_configured: settings.text("TOOLWRIGHT_REGISTRY_DIR").is_some(),
            folder: super::registry_folder(settings, data_folder),
            private_hosts: settings
                .read_if("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", hosts)?
                .unwrap_or_default(),
            python: settings.text("TOOLWRIGHT_PYTHON"),
            inherited: settings.read("TOOLWRIGHT_INHERITED_VARIABLES", inherited)?,
        })
    }
}

/// Returns the name of this server among those that share a database: that of the machine, if nobody
/// gave it another.
fn replica(settings: &Settings) -> String {
    let of_machine = || {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    };
    let given = settings.text("TOOLWRIGHT_REPLICA");
    given.or_else(of_machine).unwrap_or_else(|| "server".into())
}

/// Parses the names of variables that programs inherit. Those of secrets are refused.
fn inherited(text: &str) -> Result<Vec<String>, String> {
    let names: Vec<String> = entries(text).map(str::to_owned).collect();
    match names.iter().find(|name| Known::SERVER.is_secret(name)) {
        Some(secret) => Err(format!(
            "expected names of variables, and `{secret}` is a secret of the server"
        )),
        None => Ok(names),
    }
}
