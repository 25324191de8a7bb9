//! Actions in English.

use super::English;
use super::number::or;
use super::person::{OccasionHole, Person, Voice, verb};
use super::place::{is_many, side_word};
use crate::document::plan::DocItem;
use crate::model::{
    Action, Base, Case, Cases, Count, Deed, Det, FillOrder, MarkTarget, Part, PlaceKind,
    PlacePhrase, PlayerRef, Postcondition, Source, Sow, Subject,
};

/// A sentence of more bytes is divided into steps, where that is possible.
const LONG: usize = 160;

impl English<'_> {
    /// A list of cases: one sentence for each.
    pub(super) fn case_list(&self, cases: &[Case], voice: Voice) -> Vec<DocItem> {
        let several = cases.len() > 1;
        cases.iter().map(|case| self.case(case, several, voice)).collect()
    }

    /// A case: `If ..., you ...`.
    pub(super) fn case(&self, case: &Case, several: bool, voice: Voice) -> DocItem {
        let start = match &case.when {
            Some(cond) => format!("if {}, ", self.cond(cond, false, voice)),
            None if several => "otherwise, ".to_owned(),
            None => String::new(),
        };
        // Steps of their own, where one sentence would be too long or two lists would be mixed.
        let steps: Vec<DocItem> = case
            .actions
            .iter()
            .map(|action| {
                let mut below = Vec::new();
                let text = self.action(action, voice, &mut below);
                let end = if below.is_empty() { "." } else { ":" };
                DocItem::new(sentence(&text, end), []).with(below, true)
            })
            .collect();
        let length: usize = steps.iter().map(|step| step.sentence.text.len()).sum();
        let lists = steps.iter().filter(|step| !step.children.is_empty()).count();
        if steps.len() > 1 && (lists > 0 || steps.len() > 2 && length > LONG) {
            let text = sentence(&format!("{start}do these steps in order"), ":");
            return DocItem::new(text, [case.clause]).with(steps, true);
        }
        let mut below = Vec::new();
        let text = format!("{start}{}", self.actions(&case.actions, voice, &mut below));
        let end = if below.is_empty() { "." } else { ":" };
        DocItem::new(sentence(&text, end), [case.clause]).with(below, true)
    }

    /// Nested cases, as a list below a sentence.
    fn below(&self, cases: &Cases, voice: Voice, below: &mut Vec<DocItem>) {
        for (nth, list) in cases.lists.iter().enumerate() {
            if nth > 0 {
                below.push(DocItem::new("After that, look at these lines as well.", []));
            }
            below.extend(self.case_list(list, voice));
        }
    }

    /// Actions one after the other.
    pub(super) fn actions(
        &self,
        actions: &[Action],
        voice: Voice,
        below: &mut Vec<DocItem>,
    ) -> String {
        let each: Vec<String> =
            actions.iter().map(|action| self.action(action, voice, below)).collect();
        match each.as_slice() {
            [] => "nothing happens".into(),
            [one] => one.clone(),
            [start @ .., last] => format!("{}, and then {last}", start.join(", then ")),
        }
    }

    fn action(&self, action: &Action, voice: Voice, below: &mut Vec<DocItem>) -> String {
        let (subject, inner) = self.subject(action.who, voice);
        let text = if action.may {
            format!(
                "{subject} may choose to do this: {}",
                self.deed(&action.deed, &subject, inner, below)
            )
        } else {
            self.deed(&action.deed, &subject, inner, below)
        };
        match &action.postcondition {
            Some(judged) => format!("{text} {}", self.judgement(judged, &action.deed, inner)),
            None => text,
        }
    }

    fn judgement(&self, judged: &Postcondition, deed: &Deed, voice: Voice) -> String {
        // What must not be so afterwards.
        let cond = self.cond(&judged.cond, !judged.unless, voice);
        if matches!(deed, Deed::Sow(_) | Deed::SowInOrder(_)) {
            format!("(this is not legal if {cond} after it)")
        } else {
            format!("(but if {cond} after that, it is undone)")
        }
    }

    fn deed(&self, deed: &Deed, subject: &str, voice: Voice, below: &mut Vec<DocItem>) -> String {
        let does = |base: &str| format!("{subject} {}", verb(subject, base));
        match deed {
            Deed::Sow(sow) => self.sow(sow, subject, voice),
            Deed::SowInOrder(classes) => {
                for (nth, class) in classes.iter().enumerate() {
                    let mut text = self.sow(&class.sow, subject, voice);
                    if let Some(judged) = &class.postcondition {
                        let cond = self.cond(&judged.cond, judged.unless, voice);
                        text += &format!(" (only if, after it, {cond})");
                    }
                    let start =
                        if nth == 0 { "" } else { "if no move of the kinds above is legal, " };
                    below.push(DocItem::new(
                        sentence(&format!("{start}{text}"), "."),
                        [class.clause],
                    ));
                }
                format!(
                    "{} a move of the first kind in this list that has a legal move",
                    does("make")
                )
            }
            Deed::Capture(from) => format!("{} {}", does("capture"), self.seeds(from, voice)),
            Deed::Put(from, to) => self.put(from, to, subject, voice),
            Deed::Fill { places, as_many_as, with, order } => {
                let holes = self.places(places, voice);
                let n = match with {
                    Count::Fixed(n) => super::number::counted(*n, "seed"),
                    count => format!("{} seeds", self.count(count, voice)),
                };
                let own = self.whose_thing(PlayerRef::Actor, voice);
                let order = match order {
                    FillOrder::From(side, who) => {
                        let whose = self.whose_thing(*who, voice);
                        format!("from {whose} {}", side_word(*side))
                    }
                    FillOrder::Any => "in any order".into(),
                    FillOrder::Along(from) => {
                        format!("along the path from {}", self.the(from, voice))
                    }
                };
                let limit = as_many_as.map_or(String::new(), |who| {
                    format!(", but no more holes than {} filled", self.player(who, voice))
                });
                format!(
                    "{} {holes} with {n} each, {order}, first from {own} store, then from {own} hand, whole holes \
                     only{limit}",
                    does("fill")
                )
            }
            Deed::Close(places) => {
                format!(
                    "{} out of the game (closed)",
                    be_places(&self.places(places, voice), many_of(&places.parts), "goes", "go")
                )
            }
            Deed::Open(places) => be_places(
                &self.places(places, voice),
                many_of(&places.parts),
                "is open again",
                "are open again",
            ),
            Deed::Mark(target, mark, owner) => {
                let name = self.mark_name(*mark);
                let owned =
                    self.model.marks.get(mark.index()).is_some_and(|mark| mark.of_each_player);
                let owner = match self.them(*owner, voice).as_str() {
                    _ if !owned => String::new(),
                    who => format!(" for {who}"),
                };
                match target {
                    MarkTarget::Places(places) => format!(
                        "{} as {name}{owner} from now on",
                        be_places(
                            &self.places(places, voice),
                            many_of(&places.parts),
                            "counts",
                            "count"
                        )
                    ),
                    MarkTarget::Player(who) => {
                        let who = self.player(*who, voice);
                        format!("{who} {} as {name} from now on", verb(&who, "count"))
                    }
                }
            }
            Deed::Unmark(target, mark) => {
                let name =
                    mark.map_or_else(|| "anything special".to_owned(), |mark| self.mark_name(mark));
                match target {
                    MarkTarget::Places(places) => format!(
                        "{} as {name}",
                        be_places(
                            &self.places(places, voice),
                            many_of(&places.parts),
                            "no longer counts",
                            "no longer count"
                        )
                    ),
                    MarkTarget::Player(who) => {
                        let who = self.player(*who, voice);
                        format!("{who} no longer {} as {name}", verb(&who, "count"))
                    }
                }
            }
            Deed::Choose(phrase, note) => {
                let name = self.note_name(*note, None, voice);
                format!("{} {} (call it {name})", does("choose"), self.a_place(phrase, voice))
            }
            Deed::SetNumber(note, count) => {
                let name = self.note_name(*note, Some(PlayerRef::Actor), voice);
                format!("{name} becomes {}", self.count(count, voice))
            }
            Deed::Set(note, value) => {
                let name = self.note_name(*note, Some(PlayerRef::Actor), voice);
                format!("{name} becomes {}", self.note_value(*value))
            }
            Deed::SetDir(note, dir) => {
                let name = self.note_name(*note, Some(PlayerRef::Actor), voice);
                format!("{name} becomes the direction: {}", self.direction(dir, voice))
            }
            Deed::Own(places) => {
                format!("{} the owner of {}", does("become"), self.places(places, voice))
            }
            Deed::MovesFirst => format!("{} first in the next game", does("move")),
            Deed::Do(word) => {
                let name = self.model.words.get(word.index()).map_or("", |word| &word.name);
                format!("{} what \u{201c}{name}\u{201d} says (see below)", does("do"))
            }
            Deed::Cases(cases) => {
                self.below(cases, voice, below);
                "the first of these lines that fits is done".into()
            }
            Deed::Either(_, actions) => {
                let mut inner = Vec::new();
                let each: Vec<DocItem> = actions
                    .iter()
                    .map(|action| {
                        let mut lists = Vec::new();
                        let text = self.action(action, voice, &mut lists);
                        inner.push(text.clone());
                        let end = if lists.is_empty() { "." } else { ":" };
                        DocItem::new(sentence(&text, end), []).with(lists, true)
                    })
                    .collect();
                let length: usize = inner.iter().map(String::len).sum();
                if length > LONG || each.iter().any(|one| !one.children.is_empty()) {
                    below.extend(each);
                    return format!("{} one of these", does("choose"));
                }
                format!("{} one of these: either {}", does("choose"), or_long(&inner))
            }
            Deed::Repeat { from, by, cases } => {
                let inner = Voice { it: OccasionHole::Looked, ..voice };
                self.below(cases, inner, below);
                let from = self.place(from, voice);
                let step = match by {
                    Count::Fixed(1) => "the next place".to_owned(),
                    by => format!("the place {} steps on", self.count(by, voice)),
                };
                format!(
                    "look first at {from}, then at {step} in the direction of the sowing, and so on. At each one do \
                     the first line below that fits. Stop when none fits, when the move ends, or when a place comes \
                     up again"
                )
            }
            Deed::Pass if voice.it == OccasionHole::Taken => {
                format!("{} nothing (a pass)", does("do"))
            }
            Deed::Pass => "nothing happens".into(),
            Deed::PlayAgain { named: false } => format!("{} again", does("move")),
            Deed::PlayAgain { named: true } => {
                format!(
                    "{} once more (in their next turn, if it is not their turn now)",
                    does("move")
                )
            }
            Deed::EndMove => "the move ends".into(),
            Deed::EndTurn => "the turn ends".into(),
            Deed::EndStage => "this stage of the game ends".into(),
            Deed::EndGame => "the game ends".into(),
            Deed::Wins(whole) => format!("{} the {}", does("win"), game(*whole)),
            Deed::Loses(whole) => format!("{} the {}", does("lose"), game(*whole)),
            Deed::Draw => "the game is a draw".into(),
        }
    }

    fn put(&self, from: &Source, to: &PlacePhrase, subject: &str, voice: Voice) -> String {
        let does = |base: &str| format!("{subject} {}", verb(subject, base));
        let seeds = self.seeds_from(from, voice, "from");
        if matches!(&to.base, Base::Hand(Some(PlayerRef::Actor))) {
            let own = self.whose_thing(PlayerRef::Actor, voice);
            return format!("{} {seeds} into {own} hand", does("take"));
        }
        format!("{} {seeds} into {}", does("put"), self.place(to, voice))
    }

    /// A sowing.
    pub(super) fn sow(&self, sow: &Sow, subject: &str, voice: Voice) -> String {
        let seeds = self.seeds(&sow.source, voice);
        let dir = sow
            .dir
            .as_ref()
            .map_or(String::new(), |dir| format!(" {}", self.direction(dir, voice)));
        let begin = sow.begin.as_ref().map_or(String::new(), |begin| {
            format!(", the first one in {}", self.place(begin, voice))
        });
        let take = verb(subject, "take");
        let sows = verb(subject, "sow");
        if let [one] = sow.source.places.parts.as_slice()
            && let (Det::Any(Count::Fixed(1)), Part::All) = (&one.det, &sow.source.part)
        {
            let choose = verb(subject, "choose");
            let holding = if self.says_seeds(one) { "" } else { " (not an empty one)" };
            let place = self.a_place_with(one, holding, voice);
            let what = self.kind_of(&sow.source);
            return format!(
                "{subject} {choose} {place}, {take} all its {what}s and {sows} them{dir}{begin}"
            );
        }
        format!("{subject} {take} {seeds} and {sows} them{dir}{begin}")
    }

    /// Whether a phrase itself says that its places hold seeds.
    fn says_seeds(&self, phrase: &PlacePhrase) -> bool {
        use crate::model::Filter;
        let says = |filter: &Filter| {
            matches!(filter, Filter::Occupied | Filter::Holding(_) | Filter::HoldingKind(..))
        };
        phrase.filters.iter().any(says)
    }

    fn kind_of(&self, source: &Source) -> String {
        self.model.seed(source.kind).to_owned()
    }

    /// Seeds that are taken from places.
    pub(super) fn seeds(&self, source: &Source, voice: Voice) -> String {
        self.seeds_from(source, voice, "in")
    }

    /// The same; `within`: `in`, or `from` before another place.
    fn seeds_from(&self, source: &Source, voice: Voice, within: &str) -> String {
        let seed = self.kind_of(source);
        if let ([one], Part::All) = (source.places.parts.as_slice(), &source.part)
            && one.filters.is_empty()
            && one.pick.is_none()
        {
            if one.base == Base::Captured {
                return format!("the {seed}s just captured");
            }
            if one.base == Base::SowingHand {
                return format!("the {seed}s not yet sown");
            }
            if one.base == Base::Left {
                return format!("all {seed}s still in play");
            }
        }
        let places = self.places(&source.places, voice);
        let each = if many_of(&source.places.parts) { " each" } else { "" };
        match &source.part {
            Part::All => {
                format!("all {seed}s {within} {}", places.strip_prefix("all ").unwrap_or(&places))
            }
            Part::Number(Count::Fixed(1)) => {
                format!("1 {seed} from{each} {places}").replace("from each all", "from each of")
            }
            Part::Number(n) => {
                format!("{} {seed}s{each} from {places} (or all, if fewer)", self.count(n, voice))
            }
            Part::Half => format!("half of the {seed}s {within} {places} (rounded down)"),
            Part::AnyNumber(from, to) => format!(
                "a free number of {seed}s, from {} to {}, from {places}",
                self.count(from, voice),
                self.count(to, voice)
            ),
            Part::EachSeed => format!("the {seed}s {within} {places}, one by one"),
            Part::Nearest => format!(
                "all {seed}s in as many of {places} as the player chooses, at least one, from the nearest on"
            ),
        }
    }

    /// The name of the place where a player keeps what they capture.
    pub(super) fn store_word(&self) -> &'static str {
        let stores = self.model.board.places.iter().any(|place| place.kind == PlaceKind::Store);
        if stores { "store" } else { "captured seeds" }
    }
}

/// Subjects of steps.
pub(super) fn subjects(english: &English<'_>, who: &[Subject], voice: Voice) -> String {
    let each: Vec<String> = who.iter().map(|who| english.subject(*who, voice).0).collect();
    super::number::and(&each)
}

fn many_of(parts: &[PlacePhrase]) -> bool {
    parts.len() > 1 || parts.iter().any(is_many)
}

fn be_places(places: &str, many: bool, one: &str, several: &str) -> String {
    format!("{places} {}", if many { several } else { one })
}

fn game(whole: bool) -> &'static str {
    if whole { "match" } else { "game" }
}

fn or_long(items: &[String]) -> String {
    if items.len() < 3 { or(items).replace(" or you ", ", or you ") } else { items.join("; or ") }
}

/// A text as a sentence.
pub(super) fn sentence(text: &str, end: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect());
    format!("{first}{end}")
}

/// Actors of an occasion: the player to move.
pub(super) fn mover(it: OccasionHole) -> Voice {
    Voice { actor: Person::You, it, past: false }
}
