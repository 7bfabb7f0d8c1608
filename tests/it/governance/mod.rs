//! Governed calls: policy, validation, repairs, limits, the log, plans.

mod checks;
mod errors;
mod killed;
mod limits;
mod middleware;
mod plans;
mod policy;
mod records;
mod repairs;

use std::sync::{Arc, Mutex};

use serde_json::Value;
use toolwright::{
    BoxFuture, Server,
    govern::Governance,
    log::{CallLog, Redactor},
};

/// A log in memory, of the calls that ended.
#[derive(Debug, Default, Clone)]
pub(crate) struct Records(Arc<Mutex<Vec<Value>>>);

type Kept = Result<(), Box<dyn std::error::Error + Send + Sync>>;

impl CallLog for Records {
    fn append(&self, record: Vec<u8>) -> BoxFuture<'_, Kept> {
        self.post(record);
        Box::pin(std::future::ready(Ok(())))
    }

    fn post(&self, record: Vec<u8>) {
        assert!(!record.contains(&b'\n'), "a record is one line");
        let record: Value = serde_json::from_slice(&record).unwrap();
        if record["outcome"] != "begun" {
            self.0.lock().unwrap().push(record);
        }
    }
}

impl Records {
    /// Takes the records, without the values that differ from run to run.
    pub(crate) fn taken(&self) -> Vec<Value> {
        let mut records = std::mem::take(&mut *self.0.lock().unwrap());
        for record in &mut records {
            let members = record.as_object_mut().unwrap();
            for name in ["id", "time", "elapsed_us", "queued_us"] {
                assert!(members.remove(name).is_some(), "{name} is missing");
            }
            // Whether a tool may change something is not what these tests are about.
            members.remove("begun");
        }
        records
    }
}

/// Adds governance and a log in memory to `server`.
fn governed(server: Server) -> (Server, Records) {
    let records = Records::default();
    let governance = Governance::new().log(Arc::new(records.clone()), Redactor::default());
    (server.govern(governance), records)
}
