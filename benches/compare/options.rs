//! The command line.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Parser, ValueEnum};

use crate::rig::Peer;

/// Compares Toolwright with its peers.
#[derive(Debug, Parser)]
#[command(name = "cargo bench --bench compare --")]
pub(crate) struct Options {
    /// One short round, to see that it works; the figures mean little
    #[arg(long)]
    quick: bool,
    /// Only this part; may be given more than once
    #[arg(long)]
    only: Vec<Part>,
    /// How often the servers take turns
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How long a turn takes
    #[arg(long, default_value_t = 2)]
    seconds: u64,
    /// A peer to leave out
    #[arg(long)]
    without: Vec<Left>,
    /// A folder with the programs of benches/peers as an earlier commit builds them; Toolwright is
    /// compared with them too
    #[arg(long, value_name = "FOLDER")]
    before: Option<PathBuf>,
    /// Cargo says this to every bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// A part of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Calls over HTTP
    Http,
    /// Calls over standard input and output
    Stdio,
    /// The first answer of a new process
    Start,
    /// `tools/list` with few and with many tools
    List,
    /// What stays after a million calls, and what a session takes
    Memory,
    /// Calls with API keys and with tokens
    Access,
    /// Calls of a tool that the caller may not see
    Hidden,
}

/// A peer that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Left {
    Fastmcp,
}

impl Options {
    pub(crate) fn includes(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    /// Returns whether a part is included that measures the peers, not the binary alone.
    pub(crate) fn has_peers(&self) -> bool {
        let is_alone = |part: &Part| matches!(part, Part::Access | Part::Hidden);
        self.only.is_empty() || !self.only.iter().all(is_alone)
    }

    /// Returns the folder with the programs of an earlier commit.
    pub(crate) fn before(&self) -> Option<&Path> {
        self.before.as_deref()
    }

    pub(crate) fn with_fastmcp(&self) -> bool {
        !self.without.contains(&Left::Fastmcp)
    }

    /// Whether the run is complete enough for the file of results.
    pub(crate) fn is_full(&self) -> bool {
        let is_whole = self.only.is_empty() && self.without.is_empty() && self.before.is_none();
        !self.quick && is_whole && self.rounds >= 5
    }

    pub(crate) const fn rounds(&self) -> usize {
        if self.quick { 1 } else { self.rounds }
    }

    /// How long a turn takes.
    pub(crate) const fn turn(&self) -> Duration {
        Duration::from_secs(if self.quick { 1 } else { self.seconds })
    }

    /// How long a server is left alone before its idle memory is read.
    pub(crate) const fn idle(&self) -> Duration {
        Duration::from_secs(if self.quick { 1 } else { 10 })
    }

    /// A number that a quick run makes smaller.
    pub(crate) const fn scaled(&self, number: u64) -> u64 {
        if self.quick { number / 20 } else { number }
    }

    /// Returns the peers that take part.
    pub(crate) fn peers<const N: usize>(&self, peers: [Peer; N]) -> Vec<Peer> {
        let stays = |peer: &Peer| match peer {
            Peer::FastMcp => self.with_fastmcp(),
            Peer::Before | Peer::GovernedBefore => self.before.is_some(),
            _ => true,
        };
        peers.into_iter().filter(stays).collect()
    }

    /// The command that measures the same again, as a line of a Markdown list.
    pub(crate) fn describe(&self) -> String {
        let arguments = std::env::args().skip(1);
        let arguments: Vec<_> = arguments.filter(|argument| argument != "--bench").collect();
        let separator = if arguments.is_empty() { "" } else { " -- " };
        let (rounds, seconds) = (self.rounds(), self.turn().as_secs());
        let warning = match self.quick {
            true => "\n**A quick run: the figures mean little.**\n",
            false => "",
        };
        format!(
            "- Command: `cargo bench --bench compare{separator}{}` ({rounds} rounds, {seconds} s a turn)\n{warning}",
            arguments.join(" ")
        )
    }
}

/// Returns the peers of one round. Each round begins with another.
pub(crate) fn turns<T>(peers: &mut [T], round: usize) -> impl Iterator<Item = &mut T> {
    if !peers.is_empty() && round > 0 {
        peers.rotate_left(1);
    }
    peers.iter_mut()
}
