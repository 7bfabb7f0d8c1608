//! [`KnownTools`]: the definitions of the rows that were read, and statements that read.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use deadpool_postgres::Object;
use sha2::{Digest as _, Sha256};
use tokio_postgres::{Row, types::Type};

use super::{
    columns::TableRow,
    database::{RegistryDatabase, store_error},
};
use crate::{
    jsonc::{Node, Problems, parse},
    stack::on_large_stack,
    store::{ChangeKind, Record, StoreError, Version},
    tool_id::ToolId,
};

/// A time as versions have it.
pub(super) const AT: &str = r#"'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'"#;

/// A row of a table of definitions.
#[derive(Debug)]
pub(super) struct ToolRow {
    number: i32,
    id: Option<ToolId>,
    name: String,
    definition: String,
    revision: i64,
    at: String,
    by: String,
    place: i64,
    is_deleted: bool,
    sequence: i64,
}

/// The definitions of the rows that were read.
#[derive(Debug)]
pub(super) struct KnownTools<D> {
    /// The number of the latest change that was read.
    sequence: i64,
    tools: BTreeMap<i32, KnownTool<D>>,
    /// Definitions that were just written here: what is known about their scripts stays with them.
    written: HashMap<[u8; 32], Arc<D>>,
}

impl<D> Default for KnownTools<D> {
    fn default() -> Self {
        Self {
            sequence: 0,
            tools: BTreeMap::new(),
            written: HashMap::new(),
        }
    }
}

#[derive(Debug)]
struct KnownTool<D> {
    place: i64,
    name: String,
    /// The latest definition that could be read.
    record: Option<Record<D>>,
    /// Why the present one cannot be read.
    problem: Option<String>,
}

/// Reads the rows that changed after `known`. Returns them and the number of the latest change.
pub(super) async fn changed_rows<D: TableRow>(
    client: &Object,
    database: &RegistryDatabase,
    known: i64,
) -> Result<(i64, Vec<ToolRow>), StoreError> {
    let failed = |error| store_error(&error);
    let sql = database.sql("SELECT sequence FROM {schema}.registry_state");
    let state = client.query_typed_one(&sql, &[]).await.map_err(failed)?;
    let latest: i64 = state.get(0);
    // The database may have been restored to an earlier state.
    let known = if latest < known { 0 } else { known };
    let table = D::TABLE;
    let sql = database.sql(&format!(
        "SELECT number, name, definition, revision, to_char(updated_at AT TIME ZONE 'UTC', {AT}), updated_by, place,
             deleted_at IS NOT NULL, sequence, id::text
         FROM {{schema}}.{table} WHERE sequence > $1 AND ($1 > 0 OR deleted_at IS NULL)"
    ));
    let rows = client.query_typed(&sql, &[(&known, Type::INT8)]).await;
    let rows: Vec<_> = rows.map_err(failed)?.iter().map(ToolRow::of).collect();
    Ok((latest, rows))
}

/// Returns the definition of this name as it is stored.
pub(super) async fn definition<D: TableRow>(
    client: &Object,
    database: &RegistryDatabase,
    name: &str,
) -> Result<Option<String>, StoreError> {
    let sql = database.sql(&format!(
        "SELECT definition FROM {{schema}}.{} WHERE name = $1 AND deleted_at IS NULL",
        D::TABLE
    ));
    let row = client.query_typed_opt(&sql, &[(&name, Type::TEXT)]).await;
    Ok(row
        .map_err(|error| store_error(&error))?
        .map(|row| row.get(0)))
}

/// Returns all versions of a tool, the oldest first.
pub(super) async fn history<D: TableRow>(
    client: &Object,
    database: &RegistryDatabase,
    name: &str,
) -> Result<Vec<Version>, StoreError> {
    let sql = database.sql(&format!(
        "SELECT name, revision, to_char(at AT TIME ZONE 'UTC', {AT}), by, change, definition
         FROM {{schema}}.{} WHERE name = $1 ORDER BY revision",
        D::VERSIONS
    ));
    let rows = client.query_typed(&sql, &[(&name, Type::TEXT)]).await;
    rows.map_err(|error| store_error(&error))?
        .iter()
        .map(version)
        .collect()
}

/// Returns the versions that removed what does not exist, by name, each with its last definition.
pub(super) async fn removed<D: TableRow>(
    client: &Object,
    database: &RegistryDatabase,
) -> Result<Vec<Version>, StoreError> {
    let versions = D::VERSIONS;
    let sql = database.sql(&format!(
        r#"SELECT latest.name, latest.revision, to_char(latest.at AT TIME ZONE 'UTC', {AT}), latest.by, latest.change, (
             SELECT definition FROM {{schema}}.{versions} AS earlier
             WHERE earlier.name = latest.name AND earlier.definition IS NOT NULL ORDER BY revision DESC LIMIT 1)
         FROM (
             SELECT DISTINCT ON (name) * FROM {{schema}}.{versions} ORDER BY name, revision DESC) AS latest
         WHERE latest.definition IS NULL ORDER BY latest.name COLLATE "C""#
    ));
    let rows = client.query_typed(&sql, &[]).await;
    rows.map_err(|error| store_error(&error))?
        .iter()
        .map(version)
        .collect()
}

pub(super) fn version(row: &Row) -> Result<Version, StoreError> {
    let refused = |what: &str| StoreError::Refused {
        why: format!("a version of `{}` has {what}", row.get::<_, &str>(0)),
    };
    let definition: Option<&str> = row.get(5);
    let spec = definition.map(serde_json::from_str).transpose();
    let change = serde_json::from_value::<ChangeKind>(row.get::<_, &str>(4).into());
    Ok(Version {
        tool: row.get(0),
        revision: row.get::<_, i64>(1).unsigned_abs(),
        at: row.get(2),
        by: row.get(3),
        change: change.map_err(|_| refused("an unknown change"))?,
        spec: spec.map_err(|_| refused("a definition that is not JSON"))?,
    })
}

impl ToolRow {
    fn of(row: &Row) -> Self {
        Self {
            number: row.get(0),
            name: row.get(1),
            definition: row.get(2),
            revision: row.get(3),
            at: row.get(4),
            by: row.get(5),
            place: row.get(6),
            is_deleted: row.get(7),
            sequence: row.get(8),
            id: row.get::<_, &str>(9).parse().ok(),
        }
    }

    /// Reads the definition.
    fn read<D: TableRow>(&self, context: &D::Context) -> Result<D, String> {
        read_definition(&self.name, &self.definition, context)
    }
}

/// Reads the definition of a row.
pub(super) fn read_definition<D: TableRow>(
    name: &str,
    definition: &str,
    context: &D::Context,
) -> Result<D, String> {
    let spec = on_large_stack(name, || {
        let problems = Problems::of(definition);
        let spec = parse(definition, &problems)
            .and_then(|tree| D::read_as(&Node::root(&tree, "", &problems), None, context));
        problems.into_result(name, spec)
    });
    let spec = spec.map_err(|invalid| invalid.to_string())?;
    if spec.name() != name {
        return Err(format!("its definition is the one of `{}`", spec.name()));
    }
    if spec.has_plain_credential() {
        return Err("it has a credential that is not sealed: save it again".into());
    }
    Ok(spec)
}

impl<D: TableRow> KnownTools<D> {
    /// Returns the number of the latest change that was read.
    pub(super) const fn sequence(&self) -> i64 {
        self.sequence
    }

    /// Keeps a definition that is being written, for when its row is read.
    pub(super) fn expect(&mut self, spec: &Arc<D>) {
        self.written.insert(spec.hash(), Arc::clone(spec));
    }

    /// Takes over the rows that changed. Definitions whose text is the same keep their value.
    pub(super) fn update(&mut self, latest: i64, rows: Vec<ToolRow>, context: &D::Context) {
        if latest < self.sequence {
            self.tools.clear();
        }
        self.sequence = rows.iter().map(|row| row.sequence).fold(latest, i64::max);
        for row in rows {
            if row.is_deleted {
                self.tools.remove(&row.number);
                continue;
            }
            let known = self.tools.remove(&row.number);
            let tool = self.tool(row, known.and_then(|known| known.record), context);
            self.tools.insert(tool.0, tool.1);
        }
        self.written.clear();
    }

    /// Returns the tool of a row. `before` is what was known of it.
    fn tool(
        &self,
        row: ToolRow,
        before: Option<Record<D>>,
        context: &D::Context,
    ) -> (i32, KnownTool<D>) {
        let hash: [u8; 32] = Sha256::digest(&row.definition).into();
        let same = before.as_ref().filter(|before| before.spec.hash() == hash);
        let same = same
            .map(|before| &before.spec)
            .or_else(|| self.written.get(&hash));
        let read = match same {
            Some(spec) => Ok(Arc::clone(spec)),
            None => row.read(context).map(Arc::new),
        };
        let problem = read
            .as_ref()
            .err()
            .map(|why| format!("`{}`: {why}", row.name));
        let record = match read {
            Ok(spec) => Some(Record {
                spec,
                revision: row.revision.unsigned_abs(),
                at: row.at,
                by: row.by,
                row: row.id,
            }),
            Err(_) => before,
        };
        let tool = KnownTool {
            place: row.place,
            name: row.name,
            record,
            problem,
        };
        (row.number, tool)
    }

    /// Returns the definitions in their order. One whose name another one has now is left out.
    pub(super) fn records(&self) -> Vec<Record<D>> {
        let mut tools: Vec<_> = self.tools.values().collect();
        tools.sort_by_key(|tool| tool.place);
        let own =
            |tool: &&KnownTool<D>| tool.record.clone().filter(|it| it.spec.name() == tool.name);
        tools.iter().filter_map(own).collect()
    }

    /// Returns what is wrong with definitions that cannot be read.
    pub(super) fn problem(&self) -> Option<String> {
        let problems: Vec<_> = self
            .tools
            .values()
            .filter_map(|tool| tool.problem.clone())
            .collect();
        (!problems.is_empty()).then(|| problems.join("\n"))
    }
}
