//! The nearest name to one that does not exist.

/// How alike two names must be, from 0 to 1, for one to be taken for the other.
const LIKENESS: f64 = 0.7;

/// `: did you mean …?` where a name is near, else nothing.
pub(super) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let nearest = known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness >= LIKENESS)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map_or_else(String::new, |(_, known)| {
        format!(": did you mean `{known}`?")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        let known = ["add_todo", "list_todos", "delete_todo"];
        assert_eq!(did_you_mean("addtodo", known), ": did you mean `add_todo`?");
        assert_eq!(
            did_you_mean("list_todo", known),
            ": did you mean `list_todos`?"
        );
        assert_eq!(did_you_mean("weather", known), "");
        assert_eq!(did_you_mean("add", []), "");
    }
}
