//! Actions in English.

use super::English;
use super::number::{counted, or};
use super::person::verb;
use super::place::{side_word, without_all};
use crate::document::plan::{
    OccasionHole, Voice, alternatives_on_lines, are_many, later_direction, lists_choices,
    needs_whom, says_seeds, takes_one, whole_base,
};
use crate::model::{
    Action, Base, Count, Deed, Det, Dir, FillOrder, MarkTarget, Part, PlacePhrase, Places,
    PlayerRef, Postcondition, Source, Sow, SowClass, Subject,
};
use crate::notation::capitalized;

impl English<'_> {
    /// Actions one after the other.
    pub(super) fn actions(&self, actions: &[Action], voice: Voice) -> String {
        let each: Vec<String> =
            actions.iter().map(|action| self.action_text(action, voice)).collect();
        let mut text = String::new();
        for (nth, (action, said)) in actions.iter().zip(&each).enumerate() {
            let joint = match (nth + 1 == actions.len(), nth + 2 == actions.len()) {
                (true, _) => "",
                // What may be left out is apart from what is done in any case.
                (false, _) if action.may => "; in either case, ",
                (false, true) => ", and then ",
                (false, false) => ", then ",
            };
            text += said;
            text += joint;
        }
        if text.is_empty() { "nothing happens".into() } else { text }
    }

    pub(super) fn action_text(&self, action: &Action, voice: Voice) -> String {
        let (subject, inner) = self.subject(action.who, voice.by_lot(action.by_lot));
        let deed = self.deed(&action.deed, &subject, inner);
        let deed = if needs_whom(action, inner) { format!("for {subject}: {deed}") } else { deed };
        let text = match (action.may, inner.by_lot) {
            (true, true) => format!("a lot decides whether this is done: {deed}"),
            (true, false) => format!("{subject} may choose to do this: {deed}"),
            (false, _) => deed,
        };
        let lot = if action.by_lot && !action.may { "by lot: " } else { "" };
        let text = format!("{lot}{text}");
        match &action.postcondition {
            Some(judged) => format!("{text} {}", self.judgement(judged, &action.deed, inner)),
            None => text,
        }
    }

    fn judgement(&self, judged: &Postcondition, deed: &Deed, voice: Voice) -> String {
        if matches!(deed, Deed::Sow(_) | Deed::SowInOrder(_)) {
            let cond = self.cond(&judged.cond, false, voice);
            let only = if judged.unless { "not" } else { "only" };
            return format!("(this is {only} allowed if, after it, {cond})");
        }
        let cond = self.cond(&judged.cond, !judged.unless, voice);
        let undone =
            if matches!(deed, Deed::Capture(_)) { "nothing is captured" } else { "it is undone" };
        format!("(but if {cond} after that, {undone})")
    }

    /// A kind of move in an order of preference.
    pub(super) fn sow_class(
        &self,
        nth: usize,
        class: &SowClass,
        who: Subject,
        voice: Voice,
    ) -> String {
        let (subject, voice) = self.subject(who, voice);
        let mut text = self.sow(&class.sow, &subject, voice);
        if let Some(judged) = &class.postcondition {
            let cond = self.cond(&judged.cond, judged.unless, voice);
            text += &format!(" (only if, after it, {cond})");
        }
        let start = if nth == 0 { "" } else { "if no move of the kinds above is legal, " };
        format!("{start}{text}")
    }

    fn deed(&self, deed: &Deed, subject: &str, voice: Voice) -> String {
        let does = |base: &str| format!("{subject} {}", verb(subject, base));
        match deed {
            Deed::Sow(sow) => self.sow(sow, subject, voice),
            Deed::SowInOrder(_) => {
                format!(
                    "{} a move of the first kind in this list that has a legal move",
                    does("make")
                )
            }
            Deed::Capture(from) => format!("{} {}", does("capture"), self.seeds(from, voice)),
            Deed::Put(from, to) => self.put(from, to, subject, voice),
            Deed::Fill { places, as_many_as, with, order } => {
                let holes = self.places(places, voice);
                let n = self.as_many(with, "seed", voice);
                let order = self.fill_order(order, voice);
                let own = self.whose_thing(PlayerRef::Actor, voice);
                let limit = as_many_as.map_or(String::new(), |who| {
                    format!(", but no more holes than {} filled", self.player(who, voice))
                });
                let hand = if self.facts.hands {
                    format!("first from {own} store, then from {own} hand")
                } else {
                    format!("from {own} store")
                };
                format!(
                    "{} {holes} with {n} each, {order}, {hand}, whole holes only{limit}",
                    does("fill")
                )
            }
            Deed::Close(places) => {
                format!("{} {} (out of the game)", does("close"), self.places(places, voice))
            }
            Deed::Open(places) => format!("{} {} again", does("open"), self.places(places, voice)),
            Deed::Mark(target, mark, owner) => {
                let name = self.mark_name(*mark);
                let owned =
                    self.model.marks.get(mark.index()).is_some_and(|mark| mark.of_each_player);
                let owner = match self.them(*owner, voice).as_str() {
                    _ if !owned => String::new(),
                    who => format!(" for {who}"),
                };
                self.mark(target, &format!("as {name}{owner} from now on"), subject, voice)
            }
            Deed::Unmark(target, mark) => {
                let name =
                    mark.map_or_else(|| "anything special".to_owned(), |mark| self.mark_name(mark));
                match target {
                    MarkTarget::Places(places) => {
                        let subject =
                            self.places_do(places, "no longer counts", "no longer count", voice);
                        format!("{subject} as {name}")
                    }
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
                match dir {
                    Dir::OtherWay => {
                        format!(
                            "{name} becomes the opposite of the direction of the sowing just made"
                        )
                    }
                    Dir::Anticlockwise
                    | Dir::Clockwise
                    | Dir::Rightwards
                    | Dir::Leftwards
                    | Dir::Ask
                    | Dir::Towards(_)
                    | Dir::Note(_) => {
                        format!("{name} becomes this direction: {}", self.direction(dir, voice))
                    }
                }
            }
            Deed::Own(places) => {
                format!("{} the owner of {}", does("become"), self.places(places, voice))
            }
            Deed::SwapSides => {
                "the players change sides: each takes over the holes, the store and all that the \
                                other had, as if the board were turned round"
                    .into()
            }
            Deed::MovesFirst => format!("{} first in the next game", does("move")),
            Deed::Do(word) => {
                let name = self.model.words.get(word.index()).map_or("", |word| &word.name);
                format!("{} what \u{201c}{name}\u{201d} says (see below)", does("do"))
            }
            Deed::Cases(_) => "the first of these lines that fits is done".into(),
            Deed::Either(_, actions) if alternatives_on_lines(actions) => {
                let decides = if voice.by_lot { "the lot decides".into() } else { does("choose") };
                format!("{decides} one of these")
            }
            Deed::Either(_, actions) => {
                let each: Vec<String> =
                    actions.iter().map(|action| self.action_text(action, voice)).collect();
                let either = or(&each).replace(" or you ", ", or you ");
                let decides = if voice.by_lot { "the lot decides".into() } else { does("choose") };
                format!("{decides} one of these: either {either}")
            }
            Deed::Repeat { from, by, .. } => {
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

    fn fill_order(&self, order: &FillOrder, voice: Voice) -> String {
        match order {
            FillOrder::From(side, who) => {
                format!("from {} {}", self.whose_thing(*who, voice), side_word(*side))
            }
            FillOrder::Any => "in any order".into(),
            FillOrder::Along(from) => format!("along the path from {}", self.the(from, voice)),
        }
    }

    fn mark(&self, target: &MarkTarget, name: &str, subject: &str, voice: Voice) -> String {
        let places = match target {
            MarkTarget::Player(who) => {
                let who = self.player(*who, voice);
                return format!("{who} {} {name}", verb(&who, "count"));
            }
            MarkTarget::Places(places) => places,
        };
        if let [one] = places.parts.as_slice()
            && one.det == Det::Any(Count::Fixed(1))
        {
            let choose = verb(subject, "choose");
            return format!("{subject} {choose} {}; it counts {name}", self.a_place(one, voice));
        }
        format!("{} {name}", self.places_do(places, "counts", "count", voice))
    }

    /// Places as a subject with its verb.
    fn places_do(&self, places: &Places, one: &str, several: &str, voice: Voice) -> String {
        let verb = if are_many(&places.parts) { several } else { one };
        format!("{} {verb}", self.places(places, voice))
    }

    fn put(&self, from: &Source, to: &PlacePhrase, subject: &str, voice: Voice) -> String {
        let does = |base: &str| format!("{subject} {}", verb(subject, base));
        let seeds = self.seeds_from(from, voice, "from");
        if matches!(&to.base, Base::Hand(Some(PlayerRef::Actor))) {
            let own = self.whose_thing(PlayerRef::Actor, voice);
            return format!("{} {seeds} into {own} hand", does("take"));
        }
        if to.det == Det::Every {
            return format!("{} {seeds} into {}", does("put"), self.each_place(to, voice));
        }
        format!("{} {seeds} into {}", does("put"), self.place(to, voice))
    }

    /// A sowing.
    fn sow(&self, sow: &Sow, subject: &str, voice: Voice) -> String {
        let dir = match (&sow.dir, later_direction(self.model)) {
            (Some(dir), _) => format!(" {}", self.direction(dir, voice)),
            (None, Some(dir)) if voice.it != OccasionHole::Taken => {
                format!(" {}", self.direction(dir, voice))
            }
            (None, _) => String::new(),
        };
        let begin = sow.begin.as_ref().map_or(String::new(), |begin| {
            format!(", the first one in {}", self.place(begin, voice))
        });
        let take = verb(subject, "take");
        let sows = verb(subject, "sow");
        let them = if takes_one(&sow.source) { "it" } else { "them" };
        let end = format!("{sows} {them}{dir}{begin}");
        if let [one] = sow.source.places.parts.as_slice()
            && let (Det::Any(Count::Fixed(1)), Part::All) = (&one.det, &sow.source.part)
        {
            let choose = verb(subject, "choose");
            let what = self.model.seed(sow.source.kind);
            if let Some(places) = lists_choices(one) {
                let each = self.places_or(places, voice);
                return format!(
                    "{subject} {choose} one of these holes, if it is not empty: {each}. {subject} {take} all its \
                     {what}s and {end}"
                )
                .replace(". you ", ". You ");
            }
            let holding = if says_seeds(one) { "" } else { " (not an empty one)" };
            let place = self.a_place_with(one, holding, voice);
            return format!("{subject} {choose} {place}, {take} all its {what}s and {end}");
        }
        format!("{subject} {take} {} and {end}", self.seeds(&sow.source, voice))
    }

    /// A number of seeds: `4 seeds`, `as many seeds as there are in your store`.
    fn as_many(&self, count: &Count, seed: &str, voice: Voice) -> String {
        match count {
            Count::Fixed(n) => counted(*n, seed),
            Count::Note(..) => format!("{} {seed}s", self.count(count, voice)),
            Count::SeedsIn(places) => {
                format!("as many {seed}s as there are in {}", self.places(places, voice))
            }
            Count::WorthIn(_)
            | Count::Fraction(..)
            | Count::Add(..)
            | Count::Sub(..)
            | Count::Mul(..)
            | Count::Cases(_) => {
                format!("so many {seed}s: {}", self.count(count, voice))
            }
        }
    }

    /// Seeds that are taken from places.
    fn seeds(&self, source: &Source, voice: Voice) -> String {
        self.seeds_from(source, voice, "in")
    }

    /// The same; `within`: `in`, or `from` before another place.
    fn seeds_from(&self, source: &Source, voice: Voice, within: &str) -> String {
        let seed = self.model.seed(source.kind);
        match whole_base(source) {
            Some(Base::Captured) => return format!("the {seed}s just captured"),
            Some(Base::SowingHand) => return format!("the {seed}s not yet sown"),
            Some(Base::Left) => return format!("all {seed}s still in play"),
            Some(_) | None => {}
        }
        let places = self.places(&source.places, voice);
        let each = || {
            let each = source.places.parts.iter().map(|one| self.each_place(one, voice));
            super::number::and(&each.collect::<Vec<_>>())
        };
        match &source.part {
            Part::All => format!("all {seed}s {within} {}", without_all(&places)),
            Part::Number(Count::Fixed(1)) => format!("1 {seed} from {}", each()),
            Part::Number(n) => {
                let taken = if matches!(n, Count::Fixed(_)) { "" } else { ", taken" };
                let n = self.as_many(n, seed, voice);
                format!("{n}{taken} from {} (or all, if fewer)", each())
            }
            Part::Half => format!("half of the {seed}s {within} {} (rounded down)", each()),
            Part::AnyNumber(from, to) => format!(
                "a free number of {seed}s, from {} to {}, from {places}",
                self.count(from, voice),
                self.count(to, voice)
            ),
            Part::EachSeed => format!("the {seed}s {within} {places} one by one"),
            Part::Nearest => format!(
                "all {seed}s in as many of {places} as the player chooses, at least one, from the nearest on"
            ),
        }
    }
}

fn game(whole: bool) -> &'static str {
    if whole { "match" } else { "game" }
}

/// A text as a sentence.
pub(super) fn sentence(text: &str, end: &str) -> String {
    format!("{}{end}", capitalized(text))
}
