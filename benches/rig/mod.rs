//! Shared parts of the benches: building and starting the peers, the calls and their correct answers,
//! the description of the machine, figures and tables, the file of results.

mod answer;
mod call;
mod figure;
mod http_client;
mod http_server;
mod machine;
mod markdown;
mod peer;
mod pipe;
mod process;
mod results_file;
mod statistics;
mod workshop;

pub(crate) use self::{
    answer::check,
    call::{Era, FIRST_ID, Request, Workload},
    figure::{FIGURES, Figure, Wanted},
    http_client::HttpClient,
    http_server::HttpServer,
    machine::describe_machine,
    markdown::{grouped, mebibytes, table},
    peer::Peer,
    pipe::Pipe,
    process::Process,
    results_file::write_section,
    statistics::{Spread, median, percentile},
    workshop::{Workshop, benches, need, scratch},
};

/// The result of a step; any error stops the bench.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
