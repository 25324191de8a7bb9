//! Coordinates as other people write them: `18°12'N, 71°06'W`, `N 18.2 W 71.1`, `18,2 N; 71,1 W`, `18.2 -71.1`.

use crate::syntax::ast::{Degrees, GeoPoint};

/// Coordinates in another notation.
#[derive(Debug)]
pub enum OtherNotation {
    /// Every reader agrees.
    Certain(GeoPoint),
    /// A hemisphere is missing: the likeliest place first.
    Likely(Vec<GeoPoint>),
    /// Numbers that cannot be coordinates.
    OutOfRange,
}

/// A piece of the text.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Piece {
    Number(Degrees, bool),
    /// `°`, `'`, `"`: degrees, minutes, seconds.
    Mark(AngleMark),
    /// `N`, `south`.
    Hemisphere(Hemisphere),
    Minus,
}

#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
enum AngleMark {
    Degree,
    Minute,
    Second,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Hemisphere {
    North,
    South,
    East,
    West,
}

impl Hemisphere {
    fn is_latitude(self) -> bool {
        matches!(self, Hemisphere::North | Hemisphere::South)
    }

    fn is_negative(self) -> bool {
        matches!(self, Hemisphere::South | Hemisphere::West)
    }
}

/// An angle with its hemisphere, as far as the text has it.
struct Angle {
    size: Degrees,
    is_negative: bool,
    hemisphere: Option<Hemisphere>,
}

/// The coordinates that a text means. `None`: it is not about coordinates.
pub fn read(text: &str) -> Option<OtherNotation> {
    let pieces = pieces(text)?;
    let by_minutes = two_angles(&pieces, true);
    let Some([first, second]) = by_minutes.or_else(|| two_angles(&pieces, false)) else {
        let numbers = pieces.iter().filter(|piece| matches!(piece, Piece::Number(..))).count();
        return (numbers > 0).then_some(OtherNotation::OutOfRange);
    };
    let swapped = match (first.hemisphere, second.hemisphere) {
        (Some(a), Some(b)) if a.is_latitude() == b.is_latitude() => {
            return Some(OtherNotation::OutOfRange);
        }
        (Some(a), _) => !a.is_latitude(),
        (None, Some(b)) => b.is_latitude(),
        (None, None) => false,
    };
    let (latitude, longitude) = if swapped { (second, first) } else { (first, second) };
    if latitude.size > Degrees::whole(90) || longitude.size > Degrees::whole(180) {
        return Some(OtherNotation::OutOfRange);
    }
    let signed = |angle: &Angle| match angle.is_negative {
        true => angle.size.negated(),
        false => angle.size,
    };
    // Without a letter and a sign, north and east are more usual.
    let others = |angle: &Angle| match angle.hemisphere {
        None if !angle.is_negative => vec![angle.size, angle.size.negated()],
        Some(_) | None => vec![signed(angle)],
    };
    let mut points = Vec::new();
    for latitude in others(&latitude) {
        for longitude in others(&longitude) {
            points.push(GeoPoint { latitude, longitude });
        }
    }
    let is_certain = latitude.hemisphere.is_some() && longitude.hemisphere.is_some();
    match points.as_slice() {
        [only] if is_certain => Some(OtherNotation::Certain(*only)),
        // Two missing letters: as on a map in a program.
        [first, _, _, _] => Some(OtherNotation::Likely(vec![*first])),
        _ => Some(OtherNotation::Likely(points)),
    }
}

/// Cuts a text into pieces. `None`: there is something else in it.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '0'..='9' => {
                let (number, is_whole, of_text) = number(rest)?;
                pieces.push(Piece::Number(number, is_whole));
                length = of_text;
            }
            '°' | 'º' | '˚' => pieces.push(Piece::Mark(AngleMark::Degree)),
            '\'' | '’' | '‘' | '′' | '´' => {
                let is_double = rest.get(length..).is_some_and(|after| after.starts_with(c));
                if is_double {
                    length += c.len_utf8();
                }
                let unit = if is_double { AngleMark::Second } else { AngleMark::Minute };
                pieces.push(Piece::Mark(unit));
            }
            '"' | '”' | '“' | '″' => pieces.push(Piece::Mark(AngleMark::Second)),
            '-' | '−' | '–' => pieces.push(Piece::Minus),
            ',' | ';' | '(' | ')' | '/' | '+' | ':' => {}
            _ if c.is_whitespace() => {}
            _ if c.is_alphabetic() => {
                let word: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
                length = word.len();
                match word.to_lowercase().as_str() {
                    "n" | "north" => pieces.push(Piece::Hemisphere(Hemisphere::North)),
                    "s" | "south" => pieces.push(Piece::Hemisphere(Hemisphere::South)),
                    "e" | "east" => pieces.push(Piece::Hemisphere(Hemisphere::East)),
                    "w" | "west" => pieces.push(Piece::Hemisphere(Hemisphere::West)),
                    "deg" | "degree" | "degrees" => pieces.push(Piece::Mark(AngleMark::Degree)),
                    "min" | "minutes" => pieces.push(Piece::Mark(AngleMark::Minute)),
                    "sec" | "seconds" => pieces.push(Piece::Mark(AngleMark::Second)),
                    "at" | "and" | "lat" | "latitude" | "long" | "lon" | "longitude" => {}
                    _ => return None,
                }
            }
            _ => return None,
        }
        rest = rest.get(length..)?;
    }
    Some(pieces)
}

/// A number with a decimal point or a decimal comma, whether it is whole, and its length in bytes.
fn number(text: &str) -> Option<(Degrees, bool, usize)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let after = text.get(whole..)?;
    let decimals = after.strip_prefix(['.', ',']).map_or(0, digits);
    let length = if decimals == 0 { whole } else { whole + 1 + decimals };
    let number = Degrees::parse(&text.get(..length)?.replace(',', "."))?;
    Some((number, decimals == 0, length))
}

/// The two angles of the pieces. `minutes`: whole numbers without a sign after them may be degrees and minutes.
fn two_angles(pieces: &[Piece], minutes: bool) -> Option<[Angle; 2]> {
    let (first, rest) = angle(pieces, minutes)?;
    let (second, rest) = angle(rest, minutes)?;
    rest.is_empty().then_some([first, second])
}

fn angle(pieces: &[Piece], minutes: bool) -> Option<(Angle, &[Piece])> {
    let mut rest = pieces;
    let mut hemisphere = None;
    if let [Piece::Hemisphere(before), after @ ..] = rest {
        hemisphere = Some(*before);
        rest = after;
    }
    let mut is_negative = false;
    if let [Piece::Minus, after @ ..] = rest {
        is_negative = true;
        rest = after;
    }
    let [Piece::Number(degrees, is_whole), after @ ..] = rest else { return None };
    rest = skip_mark(after, AngleMark::Degree)?;
    let mut parts = [*degrees, Degrees::default(), Degrees::default()];
    let mut smallest = AngleMark::Degree;
    let mut is_whole = *is_whole;
    for (unit, at) in [(AngleMark::Minute, 1), (AngleMark::Second, 2)] {
        let [Piece::Number(number, whole), after @ ..] = rest else { break };
        let marked = after.first() == Some(&Piece::Mark(unit));
        if !(marked || minutes && is_whole && !matches!(after.first(), Some(Piece::Mark(_)))) {
            break;
        }
        if *number >= Degrees::whole(60) {
            return None;
        }
        *parts.get_mut(at)? = *number;
        smallest = unit;
        is_whole = *whole;
        rest = if marked { after.get(1..)? } else { after };
    }
    if let [Piece::Hemisphere(after), others @ ..] = rest
        && hemisphere.is_none()
    {
        hemisphere = Some(*after);
        rest = others;
    }
    if hemisphere.is_some() && is_negative {
        return None;
    }
    let [degrees, minutes, seconds] = parts;
    let size = match smallest {
        AngleMark::Degree => degrees,
        AngleMark::Minute => degrees.with_minutes(minutes, seconds, 2),
        AngleMark::Second => degrees.with_minutes(minutes, seconds, 4),
    };
    let is_negative = is_negative || hemisphere.is_some_and(Hemisphere::is_negative);
    Some((Angle { size, is_negative, hemisphere }, rest))
}

/// What follows, without the sign of a unit. `None`: the sign of another unit is there.
fn skip_mark(pieces: &[Piece], unit: AngleMark) -> Option<&[Piece]> {
    match pieces {
        [Piece::Mark(other), after @ ..] => (*other == unit).then_some(after),
        _ => Some(pieces),
    }
}

#[cfg(test)]
mod tests {
    use super::{OtherNotation, read};

    fn shown(text: &str) -> String {
        match read(text) {
            Some(OtherNotation::Certain(point)) => point.to_string(),
            Some(OtherNotation::Likely(points)) => {
                let points: Vec<String> = points.iter().map(ToString::to_string).collect();
                points.join(" or ")
            }
            Some(OtherNotation::OutOfRange) => "out of range".into(),
            None => "something else".into(),
        }
    }

    #[test]
    fn usual_notations_are_read() {
        for (text, expected) in [
            ("18°12'N 71°06'W", "18.2 N 71.1 W"),
            ("18° 12' 30\" N, 71° 6' 0\" W", "18.2083 N 71.1 W"),
            ("18°12′30″N 71°06′00″W", "18.2083 N 71.1 W"),
            ("18°12''N", "out of range"),
            ("18 12 N 71 6 W", "18.2 N 71.1 W"),
            ("18.2°N 71.1°W", "18.2 N 71.1 W"),
            ("N 18.2 W 71.1", "18.2 N 71.1 W"),
            ("N18.2, W71.1", "18.2 N 71.1 W"),
            ("71.1 W 18.2 N", "18.2 N 71.1 W"),
            ("18,2 N 71,1 W", "18.2 N 71.1 W"),
            ("18.2 north, 71.1 west", "18.2 N 71.1 W"),
            ("4 S 39 E", "4 S 39 E"),
            ("18 N 71 06 W", "18 N 71.1 W"),
            ("18.2, -71.1", "18.2 N 71.1 W or 18.2 S 71.1 W"),
            ("-4.05 -39.7", "4.05 S 39.7 W"),
            ("18.2 71.1 W", "18.2 N 71.1 W or 18.2 S 71.1 W"),
            ("18.2 N 71.1", "18.2 N 71.1 E or 18.2 N 71.1 W"),
            ("18.2 71.1", "18.2 N 71.1 E"),
            ("18 71", "18 N 71 E"),
            ("98.2 N 71.1 W", "out of range"),
            ("18.2 N 191.1 W", "out of range"),
            ("18°75'N 71°06'W", "out of range"),
            ("18.2 N 71.1 N", "out of range"),
            ("18.2 N", "out of range"),
            ("-18.2 N 71.1 W", "out of range"),
            ("noon", "something else"),
            ("the school", "something else"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
