//! The table of all operations.

use super::{
    agents, choose, database, events, executions, health, openapi,
    operation::Operation,
    people::{keys, users},
    plans, posture, questions, review, servers, session, settings, statistics,
    tools::{check, history, import, kinds, list, run, write},
};

/// Returns all operations.
pub(super) fn operations() -> Vec<Operation> {
    let nouns = [
        session::operations::operations(),
        list::operations(),
        kinds::operations(),
        write::operations(),
        history::operations(),
        check::operations(),
        import::operations(),
        run::operations(),
        agents::operations(),
        plans::operations(),
        choose::operations(),
        review::operations(),
        executions::list::operations(),
        executions::replay::operations(),
        statistics::report::operations(),
        events::stream::operations(),
        database::operations(),
        posture::operations(),
        settings::read::operations(),
        health::read::operations(),
        questions::operations(),
        servers::operations(),
        users::operations(),
        keys::operations(),
        openapi::operations(),
    ];
    nouns.into_iter().flatten().collect()
}
