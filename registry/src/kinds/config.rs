//! [`KindConfig`]: the configuration of a tool of any kind.

use serde_json::{Map, Value};

use super::{
    builtin::BuiltinConfig,
    engines::Engines,
    expression::ExpressionConfig,
    http::HttpConfig,
    kind_name::KindName,
    mcp::McpConfig,
    python::PythonConfig,
    run::{Interface, Run},
    shell::ShellConfig,
    sql::{Described, SqlConfig},
};
use crate::{auth::Auth, jsonc::Fields, parameters::Parameters};

/// The parts of a definition that the configuration of its kind refers to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// The name of the tool.
    pub(crate) name: &'a str,
    pub(crate) parameters: &'a Parameters,
    pub(crate) auth: Option<&'a Auth>,
    pub(crate) engines: &'a Engines,
}

/// The configuration of a tool of any kind, checked.
#[derive(Debug, Clone)]
pub enum KindConfig {
    Builtin(BuiltinConfig),
    Expression(ExpressionConfig),
    Http(Box<HttpConfig>),
    Mcp(McpConfig),
    Python(PythonConfig),
    Shell(ShellConfig),
    Sql(SqlConfig),
}

impl KindConfig {
    /// Reads the configuration of a tool from the fields of `config`.
    pub(crate) fn read(
        kind: KindName,
        config: &Fields<'_>,
        around: Surroundings<'_>,
    ) -> Option<Self> {
        let Surroundings {
            name,
            parameters,
            auth,
            engines,
        } = around;
        match kind {
            KindName::Builtin => {
                BuiltinConfig::read(config, name, parameters, engines).map(Self::Builtin)
            }
            KindName::Expression => {
                ExpressionConfig::read(config, parameters).map(Self::Expression)
            }
            KindName::Http => HttpConfig::read(config, name, parameters, auth, &engines.http)
                .map(|config| Self::Http(Box::new(config))),
            KindName::Mcp => McpConfig::read(config).map(Self::Mcp),
            KindName::Python => {
                PythonConfig::read(config, name, parameters, engines).map(Self::Python)
            }
            KindName::Shell => ShellConfig::read(config, parameters, engines).map(Self::Shell),
            KindName::Sql => SqlConfig::read(config, parameters, engines).map(Self::Sql),
        }
    }

    /// Fills in what the engine of the kind knows and `json`, the definition, does not declare.
    ///
    /// # Errors
    /// If the engine does not accept the definition, or does not answer.
    pub(crate) async fn derive(
        &self,
        json: &mut Map<String, Value>,
        parameters: &Parameters,
    ) -> Result<(), String> {
        match self {
            Self::Sql(config) => config.derive(json, parameters).await,
            _ => self.check(parameters).await,
        }
    }

    /// Checks what needs no service: that what the definition names on this machine is there.
    ///
    /// # Errors
    /// If something is missing or does not fit.
    pub(crate) async fn check(&self, parameters: &Parameters) -> Result<(), String> {
        match self {
            Self::Python(config) => config.check(parameters).await,
            _ => Ok(()),
        }
    }

    /// Returns whether the interface of the tool follows something that can change by itself.
    pub(crate) const fn is_live(&self) -> bool {
        match self {
            Self::Python(config) => config.is_asked(),
            _ => false,
        }
    }

    /// Returns whether a live interface was never asked for.
    pub(crate) fn is_unasked(&self) -> bool {
        matches!(self, Self::Python(config) if config.is_asked() && config.is_unasked())
    }

    /// Returns whether a live interface must be asked for again. Reads the state of files.
    pub(crate) fn is_outdated(&self) -> bool {
        matches!(self, Self::Python(config) if config.is_asked() && config.is_outdated())
    }

    /// Brings a live interface up to date. Returns whether it is another one now.
    pub(crate) async fn refresh(&self) -> bool {
        match self {
            Self::Python(config) => config.refresh().await,
            _ => false,
        }
    }

    /// Returns what the engine of the kind says about the configuration, if it says something.
    ///
    /// # Errors
    /// If the engine does not accept it, or does not answer.
    pub(crate) async fn described(&self) -> Result<Option<Described>, String> {
        match self {
            Self::Sql(config) => config.described().await.map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the name of the kind.
    pub const fn kind(&self) -> KindName {
        match self {
            Self::Builtin(_) => KindName::Builtin,
            Self::Expression(_) => KindName::Expression,
            Self::Http(_) => KindName::Http,
            Self::Mcp(_) => KindName::Mcp,
            Self::Python(_) => KindName::Python,
            Self::Shell(_) => KindName::Shell,
            Self::Sql(_) => KindName::Sql,
        }
    }

    /// Returns what the kind says about its tool by itself.
    pub(crate) fn interface(&self) -> Interface {
        match self {
            Self::Builtin(config) => config.interface(),
            Self::Expression(config) => config.interface(),
            Self::Http(config) => config.interface(),
            Self::Mcp(_) => Interface::default(),
            Self::Python(config) => config.interface(),
            Self::Shell(config) => config.interface(),
            Self::Sql(config) => config.interface(),
        }
    }

    /// Builds what a call runs.
    pub(crate) fn build(&self, engines: &Engines) -> Box<dyn Run> {
        match self {
            Self::Builtin(config) => config.build(),
            Self::Expression(config) => config.build(engines),
            Self::Http(config) => config.build(&engines.http, &engines.secrets),
            Self::Mcp(config) => config.build(),
            Self::Python(config) => config.build(),
            Self::Shell(config) => config.build(engines),
            Self::Sql(config) => config.build(),
        }
    }

    /// Returns the built-in tool that this one stands in for, if it is one.
    pub fn stands_for(&self) -> Option<&str> {
        match self {
            Self::Builtin(config) => Some(config.tool_name()),
            _ => None,
        }
    }
}
