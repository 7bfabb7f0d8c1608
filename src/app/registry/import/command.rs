//! The command `tools import`.

use clap::Subcommand;
use toolwright::cli::Failure;
use toolwright_registry::Registry;

use super::{
    custom_tool_tables::{self, CustomToolTablesArguments},
    openapi::{self, OpenApiArguments},
};

/// The source of imported definitions.
#[derive(Debug, Subcommand)]
pub(in crate::app::registry) enum ImportCommand {
    /// From the tables `h_custom_tool` and `h_custom_tool_param` of the configured database
    #[command(name = "h_custom_tool")]
    CustomToolTables(CustomToolTablesArguments),
    /// From an OpenAPI document: an `http` tool for each operation
    #[command(name = "openapi")]
    OpenApi(OpenApiArguments),
}

/// Imports definitions, and replaces those of the same names after showing the difference.
pub(in crate::app::registry) async fn run(
    registry: &Registry,
    command: ImportCommand,
) -> Result<(), Failure> {
    match command {
        ImportCommand::CustomToolTables(arguments) => {
            custom_tool_tables::import(registry, arguments).await
        }
        ImportCommand::OpenApi(arguments) => openapi::import(registry, arguments).await,
    }
}
