//! `toolwright tools import h_custom_tool`: tools from the tables of another program.

use serde_json::{Value, json};

use crate::{
    harness::{Ended, Seat, TestDatabase, run},
    registry::Registry,
};

const TABLES: &str = "
    CREATE TABLE h_user (uid BIGINT, user_nm TEXT);
    CREATE TABLE h_mcp_tool_limit (target_id BIGINT, target_type TEXT, max_count INTEGER);
    INSERT INTO h_user VALUES (1, 'hong');
    INSERT INTO h_mcp_tool_limit VALUES (1, 'USER', 50);
    CREATE TABLE h_custom_tool (id INTEGER PRIMARY KEY, name TEXT UNIQUE, description_agent TEXT,
        description_user TEXT, tool_type TEXT, definition TEXT, is_active TEXT, reg_dt TEXT, created_by TEXT);
    CREATE TABLE h_custom_tool_param (id INTEGER PRIMARY KEY, tool_id INTEGER REFERENCES h_custom_tool,
        param_name TEXT, param_type TEXT, is_required TEXT, description TEXT);
    INSERT INTO h_custom_tool VALUES
        (1, 'get_user_daily_limit', '특정 사용자의 일일 제한량을 조회합니다.', '제한량', 'SQL',
         'SELECT u.user_nm, l.max_count FROM h_user u JOIN h_mcp_tool_limit l ON u.uid = l.target_id
          WHERE u.user_nm = :user_name AND l.target_type = ''USER''', 'Y', '2026-11-16', 'admin'),
        (2, 'multiply_numbers', '두 숫자를 입력받아 곱한 결과를 반환합니다.', NULL, 'PYTHON', 'num1 * num2', 'Y', NULL, NULL),
        (3, 'switched_off', NULL, '꺼짐', 'SQL', '{\"query\": \"SELECT 7 AS n\", \"result\": \"value\"}', 'N', NULL, NULL);
    INSERT INTO h_custom_tool_param VALUES
        (1, 1, 'user_name', 'STRING', 'Y', 'Target User'),
        (2, 2, 'num1', 'NUMBER', 'Y', NULL), (3, 2, 'num2', 'NUMBER', 'Y', NULL);";

struct Imported {
    database: TestDatabase,
    registry: Registry,
}

impl Imported {
    async fn new() -> Self {
        Self {
            database: TestDatabase::with(TABLES).await,
            registry: Registry::with(json!([])),
        }
    }

    fn run(&self, words: &[&str]) -> Ended {
        let mut command = self.registry.toolwright(words);
        command.envs(self.database.settings(Seat::Reader));
        run(command)
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn tools_of_the_tables_are_imported_and_answer() {
    let imported = Imported::new().await;
    let import = ["tools", "import", "h_custom_tool", "--result", "row"];
    assert_eq!(
        imported.run(&import).answer(),
        "get_user_daily_limit (revision 1)\nmultiply_numbers (revision 1)\nswitched_off (revision 1)\n"
    );
    let stored: Value = serde_json::from_str(&imported.registry.read()).unwrap();
    let first = &stored["tools"][0];
    assert_eq!(
        (&first["created_by"], &first["reg_dt"]),
        (&json!("admin"), &json!("2026-11-16"))
    );
    let limit = imported.run(&["call", "get_user_daily_limit", "user_name=hong"]);
    let limit: Value = serde_json::from_str(&limit.stdout).unwrap();
    assert_eq!(limit, json!({"user_nm": "hong", "max_count": 50}));
    let product = imported.run(&["call", "multiply_numbers", "num1=5", "num2=3"]);
    assert_eq!(product.stdout, "15\n");
    let off = imported.run(&["call", "switched_off"]);
    assert_eq!(off.code, Some(2), "{off:?}");
    imported.run(&["tools", "enable", "switched_off"]).answer();
    assert_eq!(imported.run(&["call", "switched_off"]).stdout, "7\n");
    // Nothing changed: `switched_off` was switched on here and is not overwritten without a question.
    let again = imported.run(&import);
    assert_eq!(again.code, Some(1), "{again:?}");
    assert!(again.stderr.contains("`--yes` overwrites"), "{again:?}");
    imported.database.drop_everything().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_import_with_a_mistake_changes_nothing() {
    let imported = Imported::new().await;
    let change = "UPDATE h_custom_tool SET definition = 'DELETE FROM h_user' WHERE id = 1;
        UPDATE h_custom_tool SET name = 'two words' WHERE id = 2;";
    imported
        .database
        .superuser
        .batch_execute(change)
        .await
        .unwrap();
    let refused = imported.run(&["tools", "import", "h_custom_tool"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    for expected in ["get_user_daily_limit:", "`two words` cannot be the name"] {
        assert!(refused.stderr.contains(expected), "{}", refused.stderr);
    }
    assert_eq!(
        imported.run(&["tools", "export"]).stdout,
        "{\n  \"tools\": []\n}\n"
    );
    let words = ["tools", "import", "h_custom_tool", "--only"];
    let one = imported.run(&[&words[..], &["switched_off"]].concat());
    assert_eq!(one.answer(), "switched_off (revision 1)\n");
    let unknown = imported.run(&[&words[..], &["nothing"]].concat());
    assert!(
        unknown
            .stderr
            .contains("`h_custom_tool` has no tool `nothing`"),
        "{unknown:?}"
    );
    imported
        .database
        .superuser
        .batch_execute("DROP TABLE h_custom_tool_param, h_custom_tool")
        .await
        .unwrap();
    let gone = imported.run(&words[..3]);
    assert!(
        gone.stderr
            .contains("the tables of custom tools cannot be read: "),
        "{gone:?}"
    );
    imported.database.drop_everything().await;
}
