//! Answers as they are typed.

use crate::suggest::nearest;

pub(super) fn parse_number(typed: &str, from: u16, to: u16) -> Result<u16, String> {
    match typed.parse::<u64>() {
        Ok(number) if (u64::from(from)..=u64::from(to)).contains(&number) => Ok(number as u16),
        Ok(number) if number < u64::from(from) => {
            Err(format!("{number} is too few: type a number from {from} to {to}"))
        }
        Ok(number) => Err(format!("{number} is too many: type a number from {from} to {to}")),
        Err(_) => Err(format!("`{typed}` is not a whole number: type one from {from} to {to}")),
    }
}

/// Each player needs the same number of rows.
pub(super) fn rows(number: u16) -> Result<u16, String> {
    match number {
        2 | 4 => Ok(number),
        _ => Err(format!(
            "with {number} rows the middle row has no owner: type 2 or 4, and change the board in the file"
        )),
    }
}

pub(super) fn parse_menu<'w>(
    typed: &str,
    items: &[(&'w str, &'static str)],
) -> Result<&'w str, String> {
    let wanted = typed.replace(['_', ' '], "-");
    let words = || items.iter().map(|(word, _)| *word);
    if let Some(word) = words().find(|word| *word == wanted) {
        return Ok(word);
    }
    if let Ok(number) = wanted.parse::<usize>() {
        let nth = number.checked_sub(1).and_then(|nth| words().nth(nth));
        return nth.ok_or_else(|| {
            format!("{number} is not one of the numbers: they go from 1 to {}", items.len())
        });
    }
    // One letter is enough for yes and no.
    let mut begin = words().filter(|word| !wanted.is_empty() && word.starts_with(&wanted));
    if let (Some(word), None) = (begin.next(), begin.next()) {
        return Ok(word);
    }
    Err(match nearest(&wanted, words()) {
        Some(near) => format!("`{typed}` is not one of the answers; did you mean `{near}`?"),
        None => {
            let all = words().collect::<Vec<_>>().join(", ");
            format!("`{typed}` is not one of the answers: {all}")
        }
    })
}
