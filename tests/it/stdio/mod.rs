//! Standard input and output: a message a line, a process a server.

mod bad_input;
mod endings;
mod eras;
mod lines;
mod pressure;
mod server;
