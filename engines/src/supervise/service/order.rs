//! The messages between [`Service`](super::Service) and its supervisor.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::exit::ServiceExit;

/// A program that stays and answers requests.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ServiceOrder {
    /// The path of the program.
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    /// The whole environment: nothing is inherited.
    pub(crate) environment: Vec<(String, String)>,
    /// The working directory.
    pub(crate) folder: PathBuf,
}

/// The exit of the program, or the error that prevented its start. Nothing is left of the program
/// when this is sent.
pub(super) type Report = Result<ServiceExit, String>;
