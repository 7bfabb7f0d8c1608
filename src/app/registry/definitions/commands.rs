//! The commands themselves, for tools and agents, here and elsewhere.

use std::path::Path;

use serde_json::{Map, Value, json};
use toolwright::cli::{Failure, output};

use super::{
    editor::{ask, finish_edit, in_editor, read},
    place::{Change, Changed, Definitions, Draft as _, Stored, VersionItem},
};
use crate::app::registry::{
    arguments::{NameArguments, RollbackArguments, WriteArguments},
    difference::difference,
};

/// Adds the definitions of a file. All are read and checked before the first one is stored.
pub(in crate::app::registry) async fn add(
    place: &impl Definitions,
    file: &Path,
    write: WriteArguments,
) -> Result<(), Failure> {
    let text = read(file)?;
    let drafts = place.read(&file.display().to_string(), &text).await?;
    put(place, drafts, write).await
}

/// Adds definitions, or replaces those of the same names after showing the difference.
pub(in crate::app::registry) async fn put<P: Definitions>(
    place: &P,
    drafts: Vec<P::Draft>,
    write: WriteArguments,
) -> Result<(), Failure> {
    let mut puts = Vec::new();
    for mut draft in drafts {
        let stored = place.find(draft.name()).await?;
        // A definition that the caller may not see is refused where it is stored.
        let seen = stored.and_then(|stored| Some((stored.json?, stored.revision)));
        let replaced = match seen {
            None => None,
            Some((json, revision)) => {
                draft = draft.in_place_of(&json);
                let lines = difference(&json, draft.json());
                if lines.is_empty() {
                    continue;
                }
                output::notice(&format!("{}:\n  {}", draft.name(), lines.join("\n  ")));
                Some(revision)
            }
        };
        puts.push((draft, replaced));
    }
    if puts.iter().any(|(_, replaced)| replaced.is_some()) {
        ask(write)?;
    }
    store(place, puts, write.json).await
}

/// Stores definitions, and prints the new revision of each.
async fn store<P: Definitions>(
    place: &P,
    puts: Vec<(P::Draft, Option<u64>)>,
    json: bool,
) -> Result<(), Failure> {
    let mut done = Vec::new();
    let stored = place.put(puts, &mut done).await;
    if stored.is_ok() || !done.is_empty() {
        print_revisions(&done, json)?;
    }
    stored
}

/// Lets the user change a definition in an editor.
pub(in crate::app::registry) async fn edit(
    place: &impl Definitions,
    arguments: &NameArguments,
) -> Result<(), Failure> {
    let name = &arguments.name;
    let stored = stored(place, name).await?;
    let shown = stored.json.ok_or_else(|| unseen(name))?;
    let path = in_editor(name, &shown)?;
    let edited = put_edited(
        place,
        (name, stored.revision),
        (&shown, &path),
        arguments.json,
    );
    finish_edit(&path, edited.await)
}

/// Prints a definition.
pub(in crate::app::registry) async fn show(
    place: &impl Definitions,
    name: &str,
) -> Result<(), Failure> {
    let stored = stored(place, name).await?;
    let shown = stored.json.ok_or_else(|| unseen(name))?;
    Ok(output::print_json(&shown)?)
}

/// Replaces the definition that was `shown` to the user by what the user made of it in the file `path`.
async fn put_edited(
    place: &impl Definitions,
    (name, revision): (&str, u64),
    (shown, path): (&Map<String, Value>, &Path),
    json: bool,
) -> Result<(), Failure> {
    let drafts = place.read(&path.display().to_string(), &read(path)?).await;
    let noun = place.noun().with_article();
    let Ok([draft]) = <[_; 1]>::try_from(drafts?) else {
        return Err(Failure::because(format!("an edit is of {noun} alone")));
    };
    if draft.name() != name {
        return Err(Failure::because(format!(
            "an edit cannot change the name: add {noun} and remove the old one"
        )));
    }
    let lines = difference(shown, draft.json());
    if lines.is_empty() {
        output::notice("nothing changed");
        return Ok(());
    }
    output::notice(&lines.join("\n"));
    store(place, vec![(draft, Some(revision))], json).await
}

/// Switches a definition on or off.
pub(in crate::app::registry) async fn switch(
    place: &impl Definitions,
    arguments: &NameArguments,
    is_active: bool,
) -> Result<(), Failure> {
    let name = &arguments.name;
    let revision = stored(place, name).await?.revision;
    let switch = Change::Switch {
        is_active,
        revision,
    };
    print_revisions(&[place.change(name, switch).await?], arguments.json)
}

/// Removes a definition.
pub(in crate::app::registry) async fn remove(
    place: &impl Definitions,
    arguments: &NameArguments,
) -> Result<(), Failure> {
    let name = &arguments.name;
    let revision = stored(place, name).await?.revision;
    let removed = place.change(name, Change::Remove { revision }).await?;
    print_revisions(&[removed], arguments.json)
}

/// Brings a removed definition back.
pub(in crate::app::registry) async fn restore(
    place: &impl Definitions,
    arguments: &NameArguments,
) -> Result<(), Failure> {
    let restored = place.change(&arguments.name, Change::Restore).await?;
    print_revisions(&[restored], arguments.json)
}

/// Lists the versions of a definition.
pub(in crate::app::registry) async fn history(
    place: &impl Definitions,
    arguments: &NameArguments,
) -> Result<(), Failure> {
    let versions = place.versions(&arguments.name).await?;
    if versions.is_empty() {
        let (noun, name) = (place.noun().with_article(), &arguments.name);
        return Err(Failure::because(format!("there was never {noun} `{name}`")));
    }
    if arguments.json {
        return Ok(output::print_json(&versions)?);
    }
    for VersionItem {
        version,
        at,
        by,
        change,
        ..
    } in &versions
    {
        output::print_line(&format!("{version:>4}  {at}  {change:<11}  {by}"))?;
    }
    Ok(())
}

/// Brings an earlier version back.
pub(in crate::app::registry) async fn roll_back(
    place: &impl Definitions,
    arguments: &RollbackArguments,
) -> Result<(), Failure> {
    let RollbackArguments {
        name,
        version,
        write,
    } = arguments;
    let stored = place.find(name).await?;
    if let Some(stored) = &stored {
        let mut versions = place.versions(name).await?.into_iter();
        let wanted = versions.find(|found| found.version == *version);
        let Some(wanted) = wanted.and_then(|version| version.spec) else {
            let why = format!("`{name}` has no version {version} with a definition");
            return Err(Failure::because(why));
        };
        let present = stored.json.as_ref().ok_or_else(|| unseen(name))?;
        output::notice(&difference(present, &wanted).join("\n"));
        ask(*write)?;
    }
    let revision = stored.map(|stored| stored.revision);
    let version = *version;
    let back = Change::RollBack { version, revision };
    print_revisions(&[place.change(name, back).await?], write.json)
}

/// Prints all tools as a `tools.json`, without credentials.
pub(in crate::app::registry) async fn export(place: &impl Definitions) -> Result<(), Failure> {
    Ok(output::print_json(&json!({"tools": place.all().await?}))?)
}

async fn stored(place: &impl Definitions, name: &str) -> Result<Stored, Failure> {
    let found = place.find(name).await?;
    found.ok_or_else(|| place.noun().unknown(name))
}

fn unseen(name: &str) -> Failure {
    Failure::because(format!(
        "the definition of `{name}` cannot be seen: it is compiled, or belongs to somebody else"
    ))
}

/// Prints the new revision of each definition that was changed.
fn print_revisions(changed: &[Changed], json: bool) -> Result<(), Failure> {
    if json {
        let changed = changed.iter();
        let changed = changed.map(|(name, revision)| json!({"name": name, "revision": revision}));
        return Ok(output::print_json(&changed.collect::<Vec<_>>())?);
    }
    if changed.is_empty() {
        output::notice("nothing changed");
    }
    for (name, revision) in changed {
        output::print_line(&format!("{name} (revision {revision})"))?;
    }
    Ok(())
}
