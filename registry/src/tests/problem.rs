//! Whether the registry can be read, as `/readyz` tells it.

use std::{env, fs, sync::Arc};

use toolwright_base::token;

use super::engines;
use crate::{Action, Expected, FileStore, Registry, Request, ToolSpec};

#[tokio::test]
async fn a_change_that_can_read_the_store_again_ends_the_problem() {
    let folder = env::temp_dir().join(format!("toolwright-problem-{}", token::random()));
    fs::create_dir(&folder).unwrap();
    let write = |text: &str| fs::write(folder.join("tools.json"), text).unwrap();
    let engines = engines(&folder);
    let store = FileStore::new(&folder, engines.clone());
    let registry = Registry::new(store, engines.clone(), ["taken".to_owned()]);
    let tool = |name: &str| {
        format!(
            r#"{{"name": "{name}", "type": "expression", "description": "d", "config": {{"expression": "1"}}}}"#
        )
    };
    let change = async |name: &str| {
        let spec = ToolSpec::parse(name, &tool(name), &engines).unwrap();
        let request = Request {
            action: Action::Put(Arc::new(spec)),
            expected: Expected::Any,
            by: "ada".into(),
        };
        registry.change(vec![request]).await
    };
    write("[");
    registry.reload().await.unwrap_err();
    assert!(registry.problem().is_some());
    write("[]");
    change("one").await.unwrap();
    assert_eq!(registry.problem(), None);
    // Somebody else has added a tool of a name that is taken.
    write(&format!("[{}]", tool("taken")));
    change("two").await.unwrap();
    assert_eq!(registry.problem(), None);
    assert!(registry.live("taken").is_none() && registry.live("two").is_some());
    assert!(!registry.get("taken").unwrap().spec.is_active());
    change("taken").await.unwrap_err();
    fs::remove_dir_all(folder).unwrap();
}
