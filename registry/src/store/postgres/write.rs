//! [`apply`]: makes changes, all or none.

use deadpool_postgres::Object;
use tokio_postgres::{
    Row, Transaction,
    types::{ToSql, Type},
};
use toolwright_base::cut_text;

use super::{
    columns::{ColumnValue, TableRow},
    database::{RegistryDatabase, store_error},
};
use crate::store::{ChangeKind, Edit, Expected, StoreError};

/// The bytes of the largest definition. The table has the same limit.
const MAX_DEFINITION: usize = 4 * 1024 * 1024;
/// The characters of the longest author.
const MAX_AUTHOR: usize = 255;

/// Returns the statement that finds the newest row of a name, also a deleted one.
fn find<D: TableRow>(database: &RegistryDatabase) -> String {
    database.sql(&format!(
        "SELECT id::text, revision, deleted_at IS NULL FROM {{schema}}.{} WHERE name = $1
         ORDER BY deleted_at IS NOT NULL, sequence DESC LIMIT 1",
        D::TABLE
    ))
}

fn remove<D: TableRow>(database: &RegistryDatabase) -> String {
    database.sql(&format!(
        "UPDATE {{schema}}.{} SET deleted_at = now(), revision = revision + 1, change = $2, updated_by = $3
         WHERE id = $1::text::uuid RETURNING revision",
        D::TABLE
    ))
}

/// The parameters before those of the columns: the name or the id, the change, and its author.
pub(super) const BEFORE_COLUMNS: usize = 3;

/// Returns the names of the columns, and the expressions of their values.
pub(super) fn columns<D: TableRow>() -> impl Iterator<Item = (&'static str, String)> {
    let columns = D::COLUMNS.iter().enumerate();
    columns.map(|(index, (name, value))| {
        let parameter = format!("${}", BEFORE_COLUMNS + index + 1);
        (*name, value.replace('$', &parameter))
    })
}

fn insert<D: TableRow>(database: &RegistryDatabase) -> String {
    let (names, values): (Vec<_>, Vec<_>) = columns::<D>().unzip();
    database.sql(&format!(
        "INSERT INTO {{schema}}.{} (name, change, updated_by, {}) VALUES ($1, $2, $3, {}) RETURNING revision",
        D::TABLE,
        names.join(", "),
        values.join(", ")
    ))
}

fn update<D: TableRow>(database: &RegistryDatabase) -> String {
    let columns = columns::<D>().map(|(name, value)| format!("{name} = {value}"));
    let columns: Vec<_> = columns.collect();
    database.sql(&format!(
        "UPDATE {{schema}}.{} SET change = $2, updated_by = $3, {}, deleted_at = NULL, revision = revision + 1
         WHERE id = $1::text::uuid AND revision = ${} RETURNING revision",
        D::TABLE,
        columns.join(", "),
        BEFORE_COLUMNS + columns.len() + 1
    ))
}

/// Makes changes to different definitions, all or none. Returns the new revision of each.
pub(super) async fn apply<D: TableRow>(
    client: &mut Object,
    database: &RegistryDatabase,
    edits: &[Edit<D>],
) -> Result<Vec<u64>, StoreError> {
    edits.iter().try_for_each(check_definition)?;
    let failed = |error| store_error(&error);
    let transaction = client.transaction().await.map_err(failed)?;
    // The lock of all changes first: whoever waits for it holds nothing that others need.
    let begin = database.sql(
        "SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = '20s';
         SELECT 1 FROM {schema}.registry_state FOR UPDATE",
    );
    transaction.batch_execute(&begin).await.map_err(failed)?;
    let mut revisions = Vec::with_capacity(edits.len());
    for edit in edits {
        revisions.push(change(&transaction, database, edit).await?);
    }
    transaction.commit().await.map_err(failed)?;
    Ok(revisions)
}

/// Refuses what must not get into the database.
fn check_definition<D: TableRow>(edit: &Edit<D>) -> Result<(), StoreError> {
    let Some(spec) = &edit.spec else {
        return Ok(());
    };
    let refuse = |why: &str| {
        let why = format!("`{}` {why}", edit.name);
        Err(StoreError::Refused { why })
    };
    if spec.has_plain_credential() {
        return refuse("has a credential that is not sealed");
    }
    let length = serde_json::to_string(spec.json()).map_or(0, |text| text.len());
    if length > MAX_DEFINITION {
        return refuse("has a definition of more than 4194304 bytes");
    }
    Ok(())
}

/// The row of a definition before a change.
struct Before {
    id: String,
    revision: i64,
    is_present: bool,
}

impl Before {
    fn of(row: &Row) -> Self {
        Self {
            id: row.get(0),
            revision: row.get(1),
            is_present: row.get(2),
        }
    }
}

async fn change<D: TableRow>(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    edit: &Edit<D>,
) -> Result<u64, StoreError> {
    let name = &edit.name;
    let found = transaction
        .query_typed_opt(&find::<D>(database), &[(name, Type::TEXT)])
        .await;
    let before = found.map_err(|error| store_error(&error))?;
    let before = before.as_ref().map(Before::of);
    check_state(edit, before.as_ref())?;
    let row = write(transaction, database, edit, before.as_ref()).await?;
    match (row, before) {
        (Some(row), _) => Ok(row.get::<_, i64>(0).unsigned_abs()),
        (None, before) => Err(StoreError::Conflict {
            name: name.clone(),
            current: before.map_or(0, |before| before.revision.unsigned_abs()),
        }),
    }
}

/// Writes the row of a change. Returns its new revision, or `None` if somebody else was faster.
async fn write<D: TableRow>(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    edit: &Edit<D>,
    before: Option<&Before>,
) -> Result<Option<Row>, StoreError> {
    let by = cut_text(&edit.by, MAX_AUTHOR);
    let author = Author {
        change: word(edit.change),
        by: by.as_ref(),
    };
    match (&edit.spec, before) {
        (Some(spec), before) => put(transaction, database, &**spec, before, author).await,
        (None, Some(before)) if before.is_present => {
            let values: [(&(dyn ToSql + Sync), Type); 3] = [
                (&before.id, Type::TEXT),
                (&author.change, Type::TEXT),
                (&author.by, Type::TEXT),
            ];
            let removed = transaction
                .query_typed_opt(&remove::<D>(database), &values)
                .await;
            removed.map_err(|error| store_error(&error))
        }
        (None, _) => Err(StoreError::Unknown {
            noun: D::NOUN,
            name: edit.name.clone(),
        }),
    }
}

/// The author of a change, and the change.
struct Author<'a> {
    change: &'static str,
    by: &'a str,
}

async fn put<D: TableRow>(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    spec: &D,
    before: Option<&Before>,
    author: Author<'_>,
) -> Result<Option<Row>, StoreError> {
    let (name, columns) = (spec.name(), spec.values());
    let mut values: Vec<(&(dyn ToSql + Sync), Type)> = vec![
        (&name, Type::TEXT),
        (&author.change, Type::TEXT),
        (&author.by, Type::TEXT),
    ];
    values.extend(columns.iter().map(ColumnValue::parameter));
    let sql = match before {
        Some(before) => {
            values[0] = (&before.id, Type::TEXT);
            values.push((&before.revision, Type::INT8));
            update::<D>(database)
        }
        None => insert::<D>(database),
    };
    let row = transaction.query_typed_opt(&sql, &values).await;
    row.map_err(|error| store_error(&error))
}

/// Refuses a change that was made for another state.
fn check_state<D: TableRow>(edit: &Edit<D>, before: Option<&Before>) -> Result<(), StoreError> {
    let (noun, name) = (D::NOUN, edit.name.clone());
    let present = before.filter(|before| before.is_present);
    let current = present.map_or(0, |before| before.revision.unsigned_abs());
    match edit.expected {
        Expected::Absent if present.is_some() => Err(StoreError::Taken { noun, name }),
        Expected::Present | Expected::Revision(_) if present.is_none() => {
            Err(StoreError::Unknown { noun, name })
        }
        Expected::Revision(revision) if revision != current => {
            Err(StoreError::Conflict { name, current })
        }
        _ => Ok(()),
    }
}

/// Returns the word of a change, as versions have it.
pub(super) const fn word(change: ChangeKind) -> &'static str {
    match change {
        ChangeKind::Add => "add",
        ChangeKind::Update => "update",
        ChangeKind::Remove => "remove",
        ChangeKind::Restore => "restore",
        ChangeKind::Rollback => "rollback",
        ChangeKind::Found => "found",
    }
}
