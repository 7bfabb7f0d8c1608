//! An attacker wants to keep people from seeing the questions of others, or to control their terminals.

use std::{fs, time::Duration};

use serde_json::{Value, json};

use crate::harness::{Child, Home, run};

/// A server whose client asks many questions.
struct Asking {
    home: Home,
    server: Child,
}

impl Asking {
    /// Asks this so often.
    fn new(question: &str, times: u64) -> Self {
        let home = Home::new();
        let mut server = Child::toolwright(&home);
        server.initialize("2025-11-25");
        for id in 1..=times {
            let arguments = json!({"question": question, "timeout_seconds": 86400});
            let params = json!({"name": "request_human_input", "arguments": arguments});
            let call =
                json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
            server.send(&call);
        }
        Self { home, server }
    }

    fn open(&self) -> Vec<Value> {
        let listed = run(self.home.toolwright(&["questions", "--json"]));
        serde_json::from_str(&listed.answer()).unwrap()
    }

    fn wait_until_open(&self, count: usize) {
        for _ in 0..500 {
            if self.open().len() == count {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{} questions are open", self.open().len());
    }

    /// Returns the number of threads of the server, and how often they waited for something.
    fn threads(&self) -> (usize, u64) {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.server.id())).unwrap();
        let status = tasks.map(|task| fs::read_to_string(task.unwrap().path().join("status")));
        let waits = |status: &str| -> u64 {
            let waits = status.split("\nvoluntary_ctxt_switches:").nth(1).unwrap();
            waits.lines().next().unwrap().trim().parse().unwrap()
        };
        let all: Vec<u64> = status.flatten().map(|status| waits(&status)).collect();
        (all.len(), all.iter().sum())
    }
}

#[test]
fn one_caller_does_not_fill_the_inbox() {
    let asking = Asking::new("Mine?", 15);
    for _ in 0..5 {
        let refused = asking.server.message();
        assert_eq!(
            refused["result"]["content"][0]["text"],
            "10 questions of this caller are waiting already"
        );
    }
    asking.wait_until_open(10);
}

#[test]
fn waiting_questions_take_neither_threads_nor_time() {
    let asking = Asking::new("When?", 10);
    asking.wait_until_open(10);
    std::thread::sleep(Duration::from_secs(1));
    let (_, before) = asking.threads();
    std::thread::sleep(Duration::from_secs(2));
    let (threads, after) = asking.threads();
    // Polling ten files five times a second would be 100, and as many for the threads that read.
    assert!(after - before < 50, "{} waits", after - before);
    // Those of the runtime, and some that have read files a moment ago.
    let processors = std::thread::available_parallelism().unwrap().get();
    assert!(threads < processors + 36, "{threads} threads");
}

#[test]
fn a_question_cannot_control_the_terminal() {
    let asking = Asking::new("\u{1b}[2J\u{1b}]0;title\u{7}Really?\u{9b}31m\u{202e}", 1);
    asking.wait_until_open(1);
    let listed = run(asking.home.toolwright(&["questions"])).answer();
    let shown = listed.split_once("  ").unwrap().1.lines().next().unwrap();
    assert_eq!(
        shown,
        "\u{fffd}[2J\u{fffd}]0;title\u{fffd}Really?\u{fffd}31m\u{fffd}"
    );
    let json = run(asking.home.toolwright(&["questions", "--json"])).answer();
    let is_control = |letter: char| letter.is_control() && letter != '\n';
    assert!(!json.contains(is_control), "{json}");
}
