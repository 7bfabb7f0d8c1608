//! Standard input and output: a message a line, a process a server.

mod endings;
mod eras;
mod lines;
mod pressure;
mod server;
