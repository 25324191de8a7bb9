//! "Did you mean …?": which known name is nearest to an unknown one.
//!
//! Names are compared by their Damerau–Levenshtein distance, ignoring case: a letter inserted, left out or
//! replaced, and two adjacent letters swapped, count as one slip each. A name is near if the slips are at
//! most a third of its letters.

/// The distance of two names, in slips.
pub fn slips(asked: &str, name: &str) -> usize {
    strsim::damerau_levenshtein(&asked.to_lowercase(), &name.to_lowercase())
}

/// The distance of two names; 1 if one is a part of the other.
pub fn slips_or_part(asked: &str, name: &str) -> usize {
    let (one, other) = (asked.to_lowercase(), name.to_lowercase());
    let least = one.chars().count().min(other.chars().count());
    let is_part = least > 2 && (one.contains(&other) || other.contains(&one));
    let slips = slips(&one, &other);
    if is_part { slips.min(1) } else { slips }
}

/// The greatest distance of a suggestion.
pub fn most_slips(asked: &str) -> usize {
    (asked.chars().count() / 3).max(1)
}

/// Whether a name is near enough to be suggested.
pub fn is_near(asked: &str, name: &str) -> bool {
    slips(asked, name) <= most_slips(asked)
}

/// The nearest of some names; of equally near ones the alphabetically first. `None`: no name is near
/// enough.
pub fn nearest<'n>(asked: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let near = names.into_iter().map(|name| (slips(asked, name), name));
    near.filter(|(slips, _)| *slips <= most_slips(asked)).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::{is_near, nearest, slips_or_part};

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["seeds", "columns", "rounds"];
        assert_eq!(nearest("colums", names), Some("columns"));
        assert_eq!(nearest("Seeds", names), Some("seeds"));
        assert_eq!(nearest("sedes", names), Some("seeds"));
        assert_eq!(nearest("rows", names), None);
        assert_eq!(nearest("", names), None);
    }

    #[test]
    fn a_part_of_a_name_is_near_it() {
        assert_eq!(slips_or_part("bao", "bao la kiswahili"), 1);
        assert!(!is_near("bao", "bao la kiswahili"));
        assert_eq!(slips_or_part("la", "bao la kiswahili"), 14);
    }
}
