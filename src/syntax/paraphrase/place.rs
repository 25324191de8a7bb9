//! Places, with everything that was said of them, and the phrases for them.

use super::amount::AmountPart;
use super::lattice::ROWS_OF_EACH;

/// A form that a place can have in a phrase, named as in the frames: `{place!own-store}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceForm {
    Falls,
    AnyStore,
    Existing,
    Origin,
    Made,
    Owner,
    This,
    State,
    Relative,
    RelativeState,
    Object,
    NextTo,
    Explicit,
    Whole,
    Counted,
    AllHoles,
    Hole,
    One,
    OppAll,
    Choice,
    OriginOf,
    OppEdge,
    Every,
    RunOf,
    Round,
    OwnStore,
    MyStore,
    Store,
    OwnHoles,
    OppHoles,
    Holes,
    Remaining,
    OwnRemaining,
    OppRemaining,
    OwnEmpty,
    OppEmpty,
    RowEmpty,
    Edge,
    Filled,
    Named,
    Kind,
    NamedKind,
    NamedEvery,
    Half,
    OriginIs,
    Objects,
    NamedRow,
    Holding,
}

impl PlaceForm {
    const ALL: [(&'static str, PlaceForm); 48] = [
        ("falls", PlaceForm::Falls),
        ("anystore", PlaceForm::AnyStore),
        ("existing", PlaceForm::Existing),
        ("origin", PlaceForm::Origin),
        ("made", PlaceForm::Made),
        ("owner", PlaceForm::Owner),
        ("this", PlaceForm::This),
        ("state", PlaceForm::State),
        ("relative", PlaceForm::Relative),
        ("relativestate", PlaceForm::RelativeState),
        ("object", PlaceForm::Object),
        ("next-to", PlaceForm::NextTo),
        ("explicit", PlaceForm::Explicit),
        ("whole", PlaceForm::Whole),
        ("counted", PlaceForm::Counted),
        ("allholes", PlaceForm::AllHoles),
        ("hole", PlaceForm::Hole),
        ("one", PlaceForm::One),
        ("opp-all", PlaceForm::OppAll),
        ("choice", PlaceForm::Choice),
        ("origin-of", PlaceForm::OriginOf),
        ("opp-edge", PlaceForm::OppEdge),
        ("every", PlaceForm::Every),
        ("run-of", PlaceForm::RunOf),
        ("round", PlaceForm::Round),
        ("own-store", PlaceForm::OwnStore),
        ("mystore", PlaceForm::MyStore),
        ("store", PlaceForm::Store),
        ("own-holes", PlaceForm::OwnHoles),
        ("opp-holes", PlaceForm::OppHoles),
        ("holes", PlaceForm::Holes),
        ("remaining", PlaceForm::Remaining),
        ("own-remaining", PlaceForm::OwnRemaining),
        ("opp-remaining", PlaceForm::OppRemaining),
        ("own-empty", PlaceForm::OwnEmpty),
        ("opp-empty", PlaceForm::OppEmpty),
        ("row-empty", PlaceForm::RowEmpty),
        ("edge", PlaceForm::Edge),
        ("filled", PlaceForm::Filled),
        ("named", PlaceForm::Named),
        ("kind", PlaceForm::Kind),
        ("named-kind", PlaceForm::NamedKind),
        ("named-every", PlaceForm::NamedEvery),
        ("half", PlaceForm::Half),
        ("origin-is", PlaceForm::OriginIs),
        ("objects", PlaceForm::Objects),
        ("named-row", PlaceForm::NamedRow),
        ("holding", PlaceForm::Holding),
    ];

    /// The form with this name.
    pub fn named(name: &str) -> Option<PlaceForm> {
        PlaceForm::ALL.iter().find(|(word, _)| *word == name).map(|(_, form)| *form)
    }

    /// Whether it is about whose the place is; then an owner alone is one.
    fn is_of_owner(self) -> bool {
        PlaceForm::ALL.iter().any(|(word, form)| *form == self && word.contains("own"))
    }
}

/// A place, with everything that was said of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlacePart {
    /// `any`, `every`.
    pub determiner: Option<&'static str>,
    /// `own`, `opponent's`.
    pub owner: Option<&'static str>,
    /// `empty`, `occupied`.
    pub state: Option<&'static str>,
    /// `leftmost`, `rightmost`, and how many.
    pub edge: Option<(&'static str, Option<u32>)>,
    /// `opposite`, `next`, `previous`, `this`, `origin`, `remaining`, ...
    pub relation: Option<&'static str>,
    /// `hole`, `store`, `hand`, `row`, or a name of the file.
    pub noun: Option<String>,
    /// A name of the file before a noun or after it: `inner hole`, `hole in the inner row`.
    pub kind: Option<String>,
    pub plural: bool,
    /// The noun is a plural: several holes, not the seeds of one.
    pub many: bool,
    /// How many seeds it holds.
    pub amount: Option<AmountPart>,
    /// How many of its seeds.
    pub count: Option<u32>,
    /// It is about the seeds in it.
    pub seeds: bool,
    pub whole_board: bool,
    /// It is only `one`, not a noun.
    pub pronoun: bool,
    pub ordinal: Option<&'static str>,
    pub of_name: Option<String>,
    /// `of the left half`, `from the left`.
    pub side: Option<&'static str>,
    /// A name of the file that it does not have: `that is not blocked`.
    pub except: Option<String>,
}

impl PlacePart {
    fn noun(&self) -> &str {
        match self.noun.as_deref() {
            None | Some("row") => "hole",
            Some(noun) => noun,
        }
    }

    fn is_bare(&self) -> bool {
        self.owner.is_none()
            && self.state.is_none()
            && self.edge.is_none()
            && self.amount.is_none()
            && self.ordinal.is_none()
            && self.of_name.is_none()
            && self.side.is_none()
            && self.kind.is_none()
            && self.except.is_none()
            && !self.whole_board
            && matches!(self.noun.as_deref(), None | Some("hole"))
    }

    /// The noun with the name before it: `inner hole`.
    fn kind_and_noun(&self) -> String {
        self.kind.iter().map(String::as_str).chain([self.noun()]).collect::<Vec<_>>().join(" ")
    }

    /// Whether its noun is a word of the language, not a name.
    fn has_plain_noun(&self) -> bool {
        matches!(self.noun(), "hole" | "store" | "hand")
    }

    /// Adjectives, noun and modifiers.
    fn core(&self) -> Option<String> {
        let mut words: Vec<String> = Vec::new();
        if let Some((edge, number)) = self.edge {
            words.push(edge.into());
            words.extend(number.map(|n| n.to_string()));
        }
        words.extend(self.ordinal.map(String::from));
        words.extend(self.owner.map(String::from));
        words.extend(self.state.map(String::from));
        let many = self.edge.is_some_and(|(_, n)| n.is_some_and(|n| n > 1));
        let noun = self.noun();
        words.extend(self.kind.clone());
        words.push(if many { format!("{noun}s") } else { noun.to_string() });
        if let Some(amount) = &self.amount {
            words.push(format!("holding {}", amount.text()?));
        }
        if self.ordinal.is_some() && self.edge.is_some() {
            return None;
        }
        words.extend(self.side.map(String::from));
        if let Some(name) = &self.of_name {
            words.push(format!("of {name}"));
        }
        if let Some(name) = &self.except {
            words.push(format!("except {name} holes"));
        }
        Some(words.join(" "))
    }

    /// Whether it is one place without more words.
    fn is_unique(&self) -> bool {
        self.edge.is_some_and(|(_, n)| n.is_none_or(|n| n == 1))
            || self.noun() == "store" && self.owner.is_some()
            || self.noun() == "hand" && self.owner.is_some()
            || self.ordinal.is_some()
    }

    /// The phrase for a place that another one leads to.
    fn relative(&self) -> Option<String> {
        let noun = self.kind_and_noun();
        let of_kind = self.kind.is_some() || !self.has_plain_noun();
        let beside = |what: &str| format!("every {noun} beside {what}");
        Some(match self.relation? {
            "opposite" if self.are_opposite_or_beside() => match self.determiner {
                Some("any") => format!("any opposite {noun}"),
                _ => format!("every opposite {noun}"),
            },
            "opposite" => format!("the opposite {noun}"),
            // The next one is one.
            "next" | "previous" if self.several() => return None,
            "next" => format!("the next {noun}"),
            "previous" => format!("the previous {noun}"),
            "beside" => beside("it"),
            "beside-opposite" => beside("the opposite hole"),
            "after-next" if !of_kind => "the hole after the next hole".into(),
            "origin" if !of_kind => "the origin".into(),
            _ => return None,
        })
    }

    /// Whether it is several holes: `both holes next to it`.
    fn several(&self) -> bool {
        self.determiner == Some("both") || self.many && !self.seeds
    }

    /// Whether it is several holes opposite one (those of two rows), or those on both sides of one.
    fn are_opposite_or_beside(&self) -> bool {
        let related = matches!(self.relation, Some("opposite" | "beside"));
        related && self.many && !self.seeds && self.has_plain_noun()
    }

    /// Whether `all` is said of the seeds of one hole: `all seeds of that inner hole`.
    pub fn takes_seeds_for_holes(&self) -> bool {
        let is_absolute = matches!(self.relation, None | Some("this"));
        let all_seeds = self.determiner == Some("every") && self.seeds;
        all_seeds && self.kind.is_some() && !self.many && is_absolute
    }

    /// The same, without how many they are: `both opposite holes`.
    pub fn with_pairs(mut self) -> PlacePart {
        if self.are_opposite_or_beside() {
            self.count = self.count.filter(|count| *count != 2);
            self.determiner = self.determiner.filter(|determiner| *determiner == "any");
        }
        self
    }

    /// A relation in a condition.
    fn condition_of(&self) -> Option<String> {
        // `an empty hole on your side with seeds opposite`: the side is that of the first hole.
        if self.relation == Some("opposite") && self.owner == Some("own") {
            return None;
        }
        let place = self.relative()?;
        match place.strip_prefix("any ") {
            Some(rest) => Some(format!("an {rest}")),
            None => Some(place)
                .filter(|place| !place.starts_with("every ") || self.are_opposite_or_beside()),
        }
    }

    fn with(&self, determiner: &str) -> Option<String> {
        let core = self.core()?;
        Some(match determiner {
            "a" if core.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {core}"),
            _ => format!("{determiner} {core}"),
        })
    }

    /// `own holes`, if it is all holes of an owner without more words.
    fn are_all_holes_of(&self, owner: &str, plain: bool, no_count: bool) -> Option<String> {
        let all = plain
            && self.owner == Some(owner)
            && self.kind.is_none()
            && self.noun() == "hole"
            && self.edge.is_none()
            && self.state.is_none()
            && self.amount.is_none()
            && no_count;
        all.then(|| "own holes".into())
    }

    /// The phrase for it in a form; `None`: it does not have this form.
    pub fn form(&self, form: PlaceForm) -> Option<String> {
        let plain = self.relation.is_none() || self.relation == Some("this");
        let single = !self.plural || self.edge.is_some() || self.determiner == Some("any");
        let no_count = self.count.is_none();
        // `the opponent` alone is a player.
        let is_place = self.noun.is_some()
            || self.owner.is_none()
            || self.edge.is_some()
            || self.state.is_some()
            || self.amount.is_some()
            || self.relation.is_some()
            || self.seeds
            || self.ordinal.is_some()
            || form.is_of_owner();
        if !is_place
            || self.except.is_some()
                && ![PlaceForm::Choice, PlaceForm::Object, PlaceForm::Every, PlaceForm::NamedEvery]
                    .contains(&form)
        {
            return None;
        }
        match form {
            // What a seed falls in.
            PlaceForm::Falls
                if self.amount.as_ref().is_some_and(|a| matches!(a.test, Some("even" | "odd"))) =>
            {
                None
            }
            // `an empty hole, no matter whose`
            PlaceForm::Falls if self.whole_board && self.state.is_some() => {
                PlacePart { owner: None, whole_board: false, ..self.clone() }.form(form)
            }
            PlaceForm::Falls
                if plain && single && no_count && !self.is_bare() && !self.whole_board =>
            {
                if self.owner.is_none()
                    && self.kind.is_none()
                    && self.noun.as_deref() == Some("row")
                    || self.determiner == Some("every")
                {
                    return None;
                }
                if self.edge.is_some() && self.owner.is_none()
                    || self.noun() == "store" && self.owner.is_none()
                {
                    return None;
                }
                // `falls on an enemy piece`: whose seeds they are is not whose hole it is.
                if self.seeds && self.noun.is_none() && self.amount.is_none() {
                    return None;
                }
                self.with(if self.is_unique() { "the" } else { "a" })
            }
            PlaceForm::Falls => None,
            PlaceForm::AnyStore => {
                (plain && self.noun() == "store" && self.owner.is_none() && self.state.is_none())
                    .then(String::new)
            }
            PlaceForm::Existing => (plain
                && no_count
                && (self.amount.is_some() || self.state.is_some())
                && self.noun() == "hole"
                && !self.whole_board)
                .then(|| {
                    let own =
                        PlacePart { owner: Some(self.owner.unwrap_or("own")), ..self.clone() };
                    own.with(if self.is_unique() { "the" } else { "a" })
                })
                .flatten(),
            PlaceForm::Origin => {
                (self.relation == Some("origin") && self.is_plain()).then(|| "the origin".into())
            }
            // What a seed makes: `a hole of 2 or 3`.
            PlaceForm::Made => (plain
                && no_count
                && single
                && self.noun.is_some()
                && self.noun() == "hole"
                && self.noun.as_deref() != Some("row")
                && self.kind.is_none()
                && self.amount.is_some()
                && self.state.is_none()
                && self.side.is_none()
                && !self.whole_board
                && self.determiner != Some("every"))
            .then(|| self.with("a"))
            .flatten(),
            // Whose hole it is, or which one.
            PlaceForm::Owner
                if plain
                    && single
                    && no_count
                    && (self.owner.is_some() || self.edge.is_some())
                    && self.state.is_none()
                    && self.amount.is_none()
                    && self.noun() != "store"
                    && self.determiner != Some("every") =>
            {
                if self.edge.is_some() && self.owner.is_none() {
                    return None;
                }
                self.with(if self.is_unique() { "the" } else { "a" })
            }
            PlaceForm::Owner => None,
            PlaceForm::This => (plain
                && self.is_bare()
                && !(self.plural && self.noun.is_some())
                && (no_count || self.relation == Some("this"))
                && self.determiner != Some("both")
                && self.determiner != Some("any")
                && (self.determiner != Some("every") || self.seeds && self.noun.is_none()))
            .then(|| "it".into()),
            PlaceForm::State => (self.relation.is_none()
                && self.noun.is_none()
                && self.owner.is_none()
                && self.amount.is_none()
                && self.edge.is_none()
                && self.determiner.is_none()
                && no_count)
                .then_some(self.state)
                .flatten()
                .map(String::from),
            PlaceForm::Relative if self.state.is_none() && self.amount.is_none() && no_count => {
                if !self.is_plain() {
                    return None;
                }
                let several = |r: &String| r.starts_with("any ") || r.starts_with("every ");
                self.relative().filter(|r| !several(r) || r.starts_with("every opposite"))
            }
            PlaceForm::RelativeState if self.amount.is_none() && no_count => {
                let state = self.state?;
                self.condition_of().map(|r| format!("{r} is {state}"))
            }
            PlaceForm::RelativeState if self.state.is_none() && no_count => {
                let amount = self.amount.as_ref()?.text()?;
                self.condition_of().map(|r| format!("{r} holds {amount}"))
            }
            // What is captured or sown.
            PlaceForm::Object => {
                let text = self.object()?;
                Some(match self.count {
                    Some(n)
                        if text == "it"
                            && n != 1
                            && (self.relation == Some("this")
                                || self.determiner == Some("every")) =>
                    {
                        text
                    }
                    Some(1) if text == "it" => "1 of it".into(),

                    Some(n) => format!("{n} of {text}"),
                    None => text,
                })
            }
            PlaceForm::NextTo => {
                (self.is_plain() && self.amount.is_none() && self.state.is_none() && no_count)
                    .then(|| self.relative())
                    .flatten()
            }
            PlaceForm::Explicit => {
                self.object().filter(|text| text != "it").map(|text| match self.count {
                    Some(n) => format!("{n} of {text}"),
                    None => text,
                })
            }
            PlaceForm::Whole => self.object().filter(|text| text != "it" && no_count),
            PlaceForm::Counted => self
                .object()
                .filter(|text| text != "it")
                .and_then(|text| Some(format!("{} of {text}", self.count?))),
            PlaceForm::AllHoles if self.kind.is_some() => {
                let all = plain && no_count && self.noun() == "hole" && self.owner.is_none();
                let simple = self.edge.is_none() && self.state.is_none() && self.amount.is_none();
                (all && simple && self.side.is_none() && self.ordinal.is_none())
                    .then(|| format!("every {}", self.kind_and_noun()))
            }
            PlaceForm::AllHoles => (plain
                && (no_count || self.plural)
                && (self.plural || self.determiner == Some("every") || self.determiner.is_none())
                && self.determiner != Some("any")
                && self.noun.as_deref() == Some("hole")
                && self.owner.is_none()
                && self.edge.is_none()
                && self.state.is_none()
                && self.amount.is_none()
                && self.side.is_none()
                && self.ordinal.is_none())
            .then(|| "every hole".into()),
            PlaceForm::Hole => (self.relation.is_none()
                && self.is_bare()
                && self.noun.is_some()
                && no_count
                && !self.plural)
                .then(|| "it".into()),
            PlaceForm::One => (plain
                && no_count
                && self.kind.is_none()
                && self.noun() == "hole"
                && self.state.is_none()
                && self.amount.as_ref().is_some_and(|a| match a.test {
                    None | Some("orfewer") => a.numbers == ["1"],
                    Some("fewerthan") => a.numbers == ["2"],
                    Some(_) => false,
                }))
            .then(|| "a hole holding 1".into()),
            PlaceForm::OppAll => (self.owner == Some("opponent's")
                && self.kind.is_none()
                && (self.determiner == Some("every") || self.seeds && self.plural)
                && self.edge.is_none()
                && self.state.is_none()
                && self.amount.is_none()
                && no_count
                && self.noun() == "hole")
                .then(|| "every opponent's hole".into()),
            // What may be chosen for a move.
            PlaceForm::Choice
                if self.state == Some("empty")
                    || self.edge.is_some_and(|(_, n)| n.is_some_and(|n| n > 1)) =>
            {
                None
            }
            // `take all seeds from the own holes`: of all holes, or of one.
            PlaceForm::Choice if self.many && self.seeds && self.determiner != Some("any") => None,
            PlaceForm::Choice => {
                let any = self.determiner == Some("any");
                let counts = self.count.is_some() && any && self.plural && !self.seeds;
                // `2 seeds from the second hole`, `2 seeds of any own hole`
                let seeds_of = self.seeds && (self.is_unique() || any) && plain;
                if let Some(count) = self.count.filter(|_| seeds_of) {
                    let one = PlacePart { count: None, ..self.clone() };
                    return one.form(PlaceForm::Choice).map(|place| format!("{count} of {place}"));
                }
                if self.plural
                    && (self.relation == Some("this") || self.edge.is_some())
                    && self.count.is_none()
                {
                    return None;
                }
                if self.is_bare() && (self.pronoun || self.noun.is_none() && !self.whole_board)
                    || !plain
                    || !no_count && !counts
                    || matches!(self.noun(), "store" | "hand")
                {
                    return None;
                }
                if self.determiner == Some("every") && !self.plural {
                    return None;
                }
                if self.whole_board {
                    let free = PlacePart { owner: None, whole_board: false, ..self.clone() };
                    return free.with("any");
                }
                if self.is_unique() {
                    let own =
                        PlacePart { owner: Some(self.owner.unwrap_or("own")), ..self.clone() };
                    return own.with("the");
                }
                if self.relation == Some("this") && self.owner.is_none() {
                    return None;
                }
                let own = PlacePart { owner: Some(self.owner.unwrap_or("own")), ..self.clone() };
                own.with("any")
            }
            // The same for a ban: what a move begins from.
            PlaceForm::OriginOf => {
                if self.seeds
                    && self.noun.is_none()
                    && self.is_bare()
                    && (self.count == Some(1)
                        || self.count.is_none() && !self.plural && self.amount.is_some())
                {
                    return Some("a hole holding 1".into());
                }
                if self.noun.is_none() && self.edge.is_none() && self.amount.is_none() {
                    return None;
                }
                if !plain
                    || !no_count
                    || self.noun() == "store"
                    || self.is_bare()
                    || self.determiner == Some("every")
                {
                    return None;
                }
                if self.is_unique() {
                    let own =
                        PlacePart { owner: Some(self.owner.unwrap_or("own")), ..self.clone() };
                    return own.with("the");
                }
                self.with("a")
            }
            // A hole at an end of the opponent's row, if no owner is said.
            PlaceForm::OppEdge if self.owner != Some("own") => {
                PlacePart { owner: Some("opponent's"), ..self.clone() }.form(PlaceForm::Edge)
            }
            // What *start* fills: in a row with a name, of the player who owns that row, if any does.
            PlaceForm::Filled => {
                let found = self.form(PlaceForm::Edge)?;
                let row = self.kind.as_deref().filter(|_| self.owner.is_none());
                let is_shared = row.is_some_and(|row| !ROWS_OF_EACH.contains(&row));
                Some(if is_shared { found.replacen(" own ", " ", 1) } else { found })
            }
            // All of the places.
            PlaceForm::Every => {
                if !plain || !no_count || self.is_bare() && self.noun.is_none() {
                    return None;
                }
                if self.is_unique() { self.with("the") } else { self.with("every") }
            }
            // The holes before one that is captured: `every prize before it`.
            PlaceForm::RunOf => {
                let named = self.kind.is_some() || self.noun.is_some() && !self.has_plain_noun();
                let simple = self.edge.is_none()
                    && self.state.is_none()
                    && self.amount.is_none()
                    && self.side.is_none()
                    && self.ordinal.is_none()
                    && !self.whole_board
                    && no_count;
                let before = matches!(self.relation, None | Some("previous"));
                (named && simple && before && self.noun.as_deref() != Some("row")).then(|| {
                    let owner = self.owner.map(|owner| format!("{owner} ")).unwrap_or_default();
                    let name = self.kind.as_deref().unwrap_or_else(|| self.noun());
                    format!("{owner}{name} holes")
                })
            }
            // What seeds are sown round.
            PlaceForm::Round => {
                let every =
                    self.determiner == Some("every") && self.noun.as_deref() == Some("hole");
                let all = plain
                    && (no_count || every && !self.seeds)
                    && self.noun.is_some()
                    && !matches!(self.noun(), "store" | "hand")
                    && self.noun.as_deref() != Some("row")
                    && self.owner != Some("opponent's")
                    && matches!(self.state, None | Some("open"))
                    && self.edge.is_none()
                    && self.amount.is_none()
                    && self.side.is_none()
                    && self.ordinal.is_none()
                    && self.determiner != Some("any");
                all.then(|| self.with("every")).flatten()
            }
            PlaceForm::OwnStore => (self.noun() == "store" && plain && self.owner == Some("own"))
                .then(|| "the own store".into()),
            // `the store`, for who has one.
            PlaceForm::MyStore => {
                self.form(PlaceForm::OwnStore).or_else(|| self.form(PlaceForm::AnyStore))
            }
            PlaceForm::Store => {
                (self.noun() == "store" && plain && self.state.is_none()).then(|| "store".into())
            }
            // After `the opponent has`, the own holes are the opponent's.
            // `the own two rows`
            PlaceForm::OwnHoles => {
                let rows = self.noun.as_deref() == Some("row") && self.count == Some(2);
                // `his own six holes`
                let all = self.many && !self.seeds && self.count.is_some_and(|n| n > 4);
                self.are_all_holes_of("own", plain, no_count || rows || all)
            }
            PlaceForm::OppHoles => self.are_all_holes_of("opponent's", plain, no_count),
            PlaceForm::Holes => (plain
                && self.noun() == "hole"
                && self.kind.is_none()
                && self.owner.is_none()
                && self.edge.is_none()
                && self.state.is_none()
                && self.amount.is_none()
                && no_count
                && self.noun.as_deref() != Some("row"))
            .then(|| "every hole".into()),
            PlaceForm::Remaining => (self.relation == Some("remaining")
                && self.kind.is_none()
                && self.has_plain_noun()
                && self.owner.is_none()
                && self.edge.is_none()
                && self.amount.is_none()
                && self.state != Some("empty"))
            .then(|| "everything left".into()),
            PlaceForm::OwnRemaining => (self.owner == Some("own")
                && self.kind.is_none()
                && self.edge.is_none()
                && self.amount.is_none()
                && self.state != Some("empty")
                && (self.relation == Some("remaining") || plain)
                && self.noun() == "hole"
                && no_count)
                .then(|| "every own hole".into()),
            PlaceForm::OppRemaining => (self.owner == Some("opponent's")
                && self.kind.is_none()
                && self.edge.is_none()
                && self.amount.is_none()
                && self.state != Some("empty")
                && (self.relation == Some("remaining") || plain)
                && self.noun() == "hole"
                && no_count)
                .then(|| "every opponent's hole".into()),
            PlaceForm::OwnEmpty => (plain
                && self.kind.is_none()
                && self.owner == Some("own")
                && self.noun() == "hole"
                && self.state == Some("empty")
                && self.edge.is_none()
                && self.amount.is_none())
            .then(|| "own holes".into()),
            PlaceForm::OppEmpty => (plain
                && self.kind.is_none()
                && self.owner == Some("opponent's")
                && self.noun() == "hole"
                && self.state == Some("empty")
                && self.edge.is_none()
                && self.amount.is_none())
            .then(|| "own holes".into()),
            PlaceForm::RowEmpty => (plain
                && self.kind.is_none()
                && self.noun.as_deref() == Some("row")
                && self.owner.is_none()
                && self.state == Some("empty")
                && self.edge.is_none())
            .then(String::new),
            PlaceForm::Edge => (self.relation.is_none()
                && self.edge.is_some()
                && self.state.is_none()
                && self.amount.is_none()
                && no_count
                && self.noun() == "hole")
                .then(|| {
                    let own = PlacePart {
                        owner: Some(self.owner.unwrap_or("own")),
                        determiner: None,
                        ..self.clone()
                    };
                    own.with("the")
                })
                .flatten(),
            PlaceForm::Named => (self.noun.is_some()
                && !matches!(self.noun(), "hole" | "store" | "hand" | "row")
                && plain)
                .then(|| self.noun().to_string()),
            PlaceForm::Kind => {
                if self.relation.is_some() || !no_count || self.is_bare() || self.noun() == "store"
                {
                    return None;
                }
                // A row of a name is one of each player.
                let by_row = self.edge.is_some() && self.owner.is_none() && self.kind.is_some();
                if by_row {
                    return PlacePart { owner: Some("own"), ..self.clone() }.with("the");
                }
                if self.is_unique() || self.edge.is_some() {
                    self.with("the")
                } else {
                    self.with("a")
                }
            }
            // The same, if a name says which.
            PlaceForm::NamedKind => {
                let has_name = self.kind.is_some() || self.noun.is_some() && !self.has_plain_noun();
                let plain = has_name && self.state.is_none();
                self.form(PlaceForm::Kind).filter(|_| plain && self.noun.as_deref() != Some("row"))
            }
            PlaceForm::NamedEvery => {
                let has_name = self.kind.is_some() || self.noun.is_some() && !self.has_plain_noun();
                self.form(PlaceForm::Every).filter(|_| {
                    has_name && self.edge.is_none() && self.noun.as_deref() != Some("row")
                })
            }
            // All own holes that hold as many: `an own hole holds 10 or more`.
            PlaceForm::Holding => {
                let own = self.owner == Some("own") && self.amount.is_some();
                let hole = !matches!(self.noun(), "store" | "hand");
                (own && hole && plain && no_count).then(|| self.with("every")).flatten()
            }
            // All holes of a row with a name: `the river`, `the middle row`.
            PlaceForm::NamedRow => {
                let whole = self.determiner.is_none()
                    && !self.many
                    && self.owner.is_none()
                    && !self.seeds
                    && plain
                    && no_count;
                let named = PlacePart { noun: None, kind: None, ..self.clone() };
                let row = match (self.noun.as_deref()?, &self.kind) {
                    ("hole" | "row", Some(kind)) => kind,
                    ("hole" | "row" | "store" | "hand", _) | (_, Some(_)) => return None,
                    _ => self.noun.as_ref()?,
                };
                (whole && named.is_bare()).then(|| format!("every {row} hole"))
            }
            PlaceForm::Half => {
                let side = self.side.filter(|side| side.ends_with("half"));
                let noun = self.noun.clone().filter(|noun| noun != "row");
                let whole = PlacePart { side: None, owner: None, kind: None, noun, ..self.clone() };
                let own = self.owner != Some("opponent's") && whole.is_bare() && plain && no_count;
                let kind = self.kind.as_ref().map(|kind| format!("{kind} ")).unwrap_or_default();
                side.filter(|_| own).map(|side| format!("every own {kind}hole {side}"))
            }
            // What a hole must be to be the origin.
            PlaceForm::OriginIs => self.origin_is(),
            PlaceForm::Relative
            | PlaceForm::RelativeState
            | PlaceForm::OppEdge
            | PlaceForm::Objects => None,
        }
    }

    /// `is the leftmost own hole`; for several holes, a test of each.
    fn origin_is(&self) -> Option<String> {
        const ORDINALS: [&str; 3] = ["second", "third", "fourth"];
        if let Some(half) = self.form(PlaceForm::Half).filter(|_| self.kind.is_none()) {
            return Some(half.replacen("every own", "the origin is a", 1));
        }
        let (edge, number) = self.edge?;
        let simple = self.state.is_none()
            && self.amount.is_none()
            && self.kind.is_none()
            && self.relation.is_none()
            && self.count.is_none()
            && self.noun() == "hole"
            && !self.whole_board
            && self.owner != Some("opponent's");
        let number = number.unwrap_or(1);
        if !simple || number > 4 {
            return None;
        }
        if self.plural && number == 1 {
            return None;
        }
        let side = if edge == "leftmost" { "left" } else { "right" };
        let others = ORDINALS.iter().take(number.saturating_sub(1) as usize);
        let others = others.map(|ordinal| format!("the {ordinal} own hole from the {side}"));
        let all = std::iter::once(format!("the {edge} own hole")).chain(others);
        if edge == "central" && number > 1 {
            return None;
        }
        Some(all.map(|place| format!("the origin is {place}")).collect::<Vec<_>>().join(" or "))
    }

    /// Whether nothing more is said than a relation, a state or an amount.
    fn is_plain(&self) -> bool {
        self.edge.is_none()
            && self.side.is_none()
            && !self.whole_board
            && self.of_name.is_none()
            && self.except.is_none()
            && self.noun.as_deref() != Some("store")
    }

    fn object(&self) -> Option<String> {
        // One hole is not both.
        if self.determiner == Some("both") && !self.are_opposite_or_beside() {
            return None;
        }
        match self.relation {
            Some("remaining") => {
                return (self.is_plain()
                    && self.kind.is_none()
                    && self.has_plain_noun()
                    && self.state.is_none()
                    && self.amount.is_none())
                .then(|| match self.owner {
                    Some("own") => "every own hole".into(),
                    Some(_) => "every opponent's hole".into(),
                    None => "everything left".into(),
                });
            }
            Some("captured") => return Some("the captured seeds".into()),
            // The outer hole in the column of an inner one, on the other side.
            Some("behind") => {
                let named = self.kind.is_some() && self.is_plain() && self.amount.is_none();
                return named.then(|| format!("the opposite {}", self.kind_and_noun()));
            }
            Some("this") if self.is_bare() => return Some("it".into()),
            // `everything in it from the board`
            Some("this") if self.whole_board => return None,
            Some("this") | None => {
                // `your seed` is the last one.
                if self.seeds
                    && !self.plural
                    && self.owner == Some("own")
                    && self.noun.is_none()
                    && self.count.is_none()
                    && self.state.is_none()
                {
                    return Some("it".into());
                }
            }
            Some(_) => {
                return self.relative().filter(|_| self.is_plain() && self.amount.is_none());
            }
        }
        if self.whole_board {
            let free = PlacePart { owner: None, whole_board: false, ..self.clone() };
            return free.with(if self.determiner == Some("any") { "any" } else { "every" });
        }
        if self.is_unique() {
            let own = PlacePart { owner: Some(self.owner.unwrap_or("own")), ..self.clone() };
            return own.with("the");
        }
        match self.determiner {
            Some("any") => self.with("any"),
            // `all the seeds in it`: of one hole, not of all that have some.
            Some("every") if self.state.is_some() && self.noun.is_none() => None,
            Some("every") => {
                if self.is_bare() && self.noun.is_none() {
                    Some("it".into())
                } else if self.is_bare()
                    && self.seeds
                    && !self.many
                    && self.noun.as_deref() == Some("hole")
                {
                    // `all seeds in that hole`
                    None
                } else {
                    self.with("every")
                }
            }
            _ if self.is_bare() && (!self.plural || self.noun.is_none()) => Some("it".into()),
            _ if self.is_bare() => None,
            _ if self.plural || self.noun.as_deref() == Some("row") => self.with("every"),
            _ => None,
        }
    }
}
