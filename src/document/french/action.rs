//! Actions in French.

use super::French;
use super::grammar::{Gender, and, quoted};
use super::person::{does, form};
use super::place::{side_word, without_all};
use crate::document::plan::{
    OccasionHole, Voice, alternatives_on_lines, are_many, later_direction, lists_choices,
    needs_whom, says_seeds, takes_one, whole_base,
};
use crate::model::{
    Action, Base, Count, Deed, Det, Dir, FillOrder, KindId, MarkTarget, Part, PlacePhrase, Places,
    PlayerRef, Postcondition, Source, Sow, SowClass, Subject,
};

impl French<'_> {
    /// Actions one after the other.
    pub(super) fn actions(&self, actions: &[Action], voice: Voice) -> String {
        let each: Vec<String> =
            actions.iter().map(|action| self.action_text(action, voice)).collect();
        let mut text = String::new();
        for (nth, (action, said)) in actions.iter().zip(&each).enumerate() {
            let joint = match nth + 1 == actions.len() {
                true => "",
                // What may be left out is apart from what is done in any case.
                false if action.may => " ; dans les deux cas, ",
                false => ", puis ",
            };
            text += said;
            text += joint;
        }
        if text.is_empty() { self.word("act-nothing") } else { text }
    }

    pub(super) fn action_text(&self, action: &Action, voice: Voice) -> String {
        let (subject, inner) = self.subject(action.who, voice.by_lot(action.by_lot));
        let deed = self.deed(&action.deed, &subject, inner);
        let deed =
            if needs_whom(action, inner) { format!("pour {subject} : {deed}") } else { deed };
        let text = if action.may && inner.by_lot {
            self.message("act-may-lot", &[("deed", &deed)])
        } else if action.may {
            let can = does(&subject, "pouvez", "peut");
            self.message("act-may", &[("can", &can), ("deed", &deed)])
        } else {
            deed
        };
        let text = match action.by_lot && !action.may {
            true => self.message("act-lot", &[("deed", &text)]),
            false => text,
        };
        match &action.postcondition {
            Some(judged) => format!("{text} {}", self.judgement(judged, &action.deed, inner)),
            None => text,
        }
    }

    fn judgement(&self, judged: &Postcondition, deed: &Deed, voice: Voice) -> String {
        let sows = matches!(deed, Deed::Sow(_) | Deed::SowInOrder(_));
        let cond = self.cond(&judged.cond, !sows && !judged.unless, voice);
        let id = match (sows, judged.unless) {
            (true, true) => "judged-unless",
            (true, false) => "judged-if",
            (false, _) if matches!(deed, Deed::Capture(_)) => "judged-no-capture",
            (false, _) => "judged-undone",
        };
        self.message(id, &[("cond", &cond)])
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
            text += &self.message("class-if", &[("cond", &cond)]);
        }
        if nth == 0 { text } else { self.message("class-next", &[("text", &text)]) }
    }

    fn deed(&self, deed: &Deed, subject: &str, voice: Voice) -> String {
        let does = |you: &str, other: &str| does(subject, you, other);
        match deed {
            Deed::Sow(sow) => self.sow(sow, subject, voice),
            Deed::SowInOrder(_) => {
                self.message("act-in-order", &[("plays", &does("jouez", "joue"))])
            }
            Deed::Capture(from) => {
                format!("{} {}", does("capturez", "capture"), self.seeds(from, voice))
            }
            Deed::Put(from, to) => self.put(from, to, subject, voice),
            Deed::Fill { places, as_many_as, with, order } => {
                let fills = does("remplissez", "remplit");
                let holes = self.places(places, voice);
                let n = self.as_many(with, None, voice);
                let order = self.fill_order(order, voice);
                let store = self.thing("grenier", PlayerRef::Actor, voice, Gender::Masculine);
                let hand = if self.facts.hands {
                    let hand = self.thing("main", PlayerRef::Actor, voice, Gender::Feminine);
                    self.message("fill-hand", &[("store", &store), ("hand", &hand)])
                } else {
                    self.message("fill-store", &[("store", &store)])
                };
                let limit = as_many_as.map_or(String::new(), |who| {
                    self.message("fill-limit", &[("who", &self.player(who, voice))])
                });
                self.message(
                    "act-fill",
                    &[
                        ("fills", &fills),
                        ("holes", &holes),
                        ("seeds", &n),
                        ("order", &order),
                        ("from", &hand),
                        ("limit", &limit),
                    ],
                )
            }
            Deed::Close(places) => {
                let closes = does("fermez", "ferme");
                let places = self.places(places, voice);
                self.message("act-close", &[("closes", &closes), ("places", &places)])
            }
            Deed::Open(places) => {
                format!("{} {}", does("rouvrez", "rouvre"), self.places(places, voice))
            }
            Deed::Mark(target, mark, owner) => {
                let name = self.mark_name(*mark);
                let owned =
                    self.model.marks.get(mark.index()).is_some_and(|mark| mark.of_each_player);
                let owner = if owned {
                    format!(" pour {}", self.whose(*owner, voice).object())
                } else {
                    String::new()
                };
                self.mark(target, &format!("{name}{owner}"), subject, voice)
            }
            Deed::Unmark(target, mark) => {
                let name = mark.map(|mark| self.mark_name(mark));
                let (subject, many) = match target {
                    MarkTarget::Places(places) => {
                        (self.places(places, voice), are_many(&places.parts))
                    }
                    MarkTarget::Player(who) => (self.player(*who, voice), false),
                };
                let stops = form(&subject, "cessez", if many { "cessent" } else { "cesse" });
                match name {
                    Some(name) => format!("{subject} {stops} de compter comme {name}"),
                    None => self.message(
                        "act-unmark-all",
                        &[("subject", subject.as_str()), ("stops", stops)],
                    ),
                }
            }
            Deed::Choose(phrase, note) => {
                let chooses = does("choisissez", "choisit");
                let place = self.a_place(phrase, voice);
                let name = self.note_name(*note, None, voice);
                self.message(
                    "act-choose",
                    &[("chooses", &chooses), ("place", &place), ("name", &name)],
                )
            }
            Deed::SetNumber(note, count) => {
                let name = self.note_name(*note, Some(PlayerRef::Actor), voice);
                format!("{name} devient {}", self.count(count, voice))
            }
            Deed::Set(note, value) => {
                let name = self.note_name(*note, Some(PlayerRef::Actor), voice);
                format!("{name} devient {}", self.note_value(*value))
            }
            Deed::SetDir(note, dir) => {
                let name = self.note_name(*note, Some(PlayerRef::Actor), voice);
                match dir {
                    Dir::OtherWay => self.message("act-set-other-way", &[("name", &name)]),
                    Dir::Anticlockwise
                    | Dir::Clockwise
                    | Dir::Rightwards
                    | Dir::Leftwards
                    | Dir::Ask
                    | Dir::Towards(_)
                    | Dir::Note(_) => {
                        let dir = self.direction(dir, voice);
                        self.message("act-set-dir", &[("name", &name), ("dir", &dir)])
                    }
                }
            }
            Deed::Own(places) => {
                let becomes = does("devenez propri\u{e9}taire", "devient propri\u{e9}taire");
                format!("{becomes} de {}", self.places(places, voice))
            }
            Deed::SwapSides => self.word("act-swap-sides"),
            Deed::MovesFirst => does("commencez la partie suivante", "commence la partie suivante"),
            Deed::Do(word) => {
                let name = self.model.words.get(word.index()).map_or("", |word| &word.name);
                let does = does("faites", "fait");
                self.message("act-do", &[("does", &does), ("name", &quoted(name))])
            }
            Deed::Cases(_) => self.word("act-cases"),
            Deed::Either(_, actions) if alternatives_on_lines(actions) => {
                let lot = || self.word("lot-chooses");
                let chooses = does("choisissez", "choisit");
                let chooses = if voice.by_lot { lot() } else { chooses };
                self.message("act-choose-one", &[("chooses", &chooses)])
            }
            Deed::Either(_, actions) => {
                let each: Vec<String> =
                    actions.iter().map(|action| self.action_text(action, voice)).collect();
                let each = each.join(", soit ");
                let lot = || self.word("lot-decides");
                let chooses = does("avez le choix", "a le choix");
                let chooses = if voice.by_lot { lot() } else { chooses };
                self.message("act-either", &[("chooses", &chooses), ("each", &each)])
            }
            Deed::Repeat { from, by, .. } => {
                let from = self.place(from, voice);
                let step = match by {
                    Count::Fixed(1) => self.word("repeat-next"),
                    by => self.message("repeat-steps", &[("n", &self.count(by, voice))]),
                };
                self.message("act-repeat", &[("from", &from), ("step", &step)])
            }
            Deed::Pass if voice.it == OccasionHole::Taken => does("passez", "passe"),
            Deed::Pass => self.word("act-nothing"),
            Deed::PlayAgain { named: false } => does("rejouez", "rejoue"),
            Deed::PlayAgain { named: true } => {
                self.message("act-again", &[("again", &does("rejouez", "rejoue"))])
            }
            Deed::EndMove => self.word("act-end-move"),
            Deed::EndTurn => self.word("act-end-turn"),
            Deed::EndStage => self.word("act-end-stage"),
            Deed::EndGame => self.word("act-end-game"),
            Deed::Wins(whole) => format!("{} {}", does("gagnez", "gagne"), game(*whole)),
            Deed::Loses(whole) => format!("{} {}", does("perdez", "perd"), game(*whole)),
            Deed::Draw => self.word("act-draw"),
        }
    }

    fn fill_order(&self, order: &FillOrder, voice: Voice) -> String {
        match order {
            FillOrder::From(side, who) => {
                let side = self.thing(side_word(*side), *who, voice, Gender::Feminine);
                self.message("fill-side", &[("side", &side)])
            }
            FillOrder::Any => self.word("fill-any"),
            FillOrder::Along(from) => {
                self.message("fill-along", &[("from", &self.the(from, voice))])
            }
        }
    }

    fn mark(&self, target: &MarkTarget, name: &str, subject: &str, voice: Voice) -> String {
        let places = match target {
            MarkTarget::Player(who) => {
                let counts = does(&self.player(*who, voice), "comptez", "compte");
                return format!("{counts} d\u{e9}sormais comme {name}");
            }
            MarkTarget::Places(places) => places,
        };
        if let [one] = places.parts.as_slice()
            && one.det == Det::Any(Count::Fixed(1))
        {
            let chooses = does(subject, "choisissez", "choisit");
            let place = self.a_place(one, voice);
            return self.message(
                "act-mark-chosen",
                &[("chooses", &chooses), ("place", &place), ("name", name)],
            );
        }
        let counts = self.places_do(places, "compte", "comptent", voice);
        format!("{counts} d\u{e9}sormais comme {name}")
    }

    /// Places as a subject with its verb.
    fn places_do(&self, places: &Places, one: &str, several: &str, voice: Voice) -> String {
        let verb = if are_many(&places.parts) { several } else { one };
        format!("{} {verb}", self.places(places, voice))
    }

    fn put(&self, from: &Source, to: &PlacePhrase, subject: &str, voice: Voice) -> String {
        let seeds = self.seeds(from, voice);
        if matches!(&to.base, Base::Hand(Some(PlayerRef::Actor))) {
            return format!("{} {seeds} en main", does(subject, "prenez", "prend"));
        }
        let to =
            if to.det == Det::Every { self.each_place(to, voice) } else { self.place(to, voice) };
        format!("{} {seeds} dans {to}", does(subject, "mettez", "met"))
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
            self.message("sow-begin", &[("place", &self.place(begin, voice))])
        });
        let take = form(subject, "prenez", "prend");
        let sows = form(subject, "semez", "s\u{e8}me");
        let them = match (subject, takes_one(&sow.source)) {
            ("vous", true) => "vous la",
            ("vous", false) => "vous les",
            (_, true) => "la",
            (_, false) => "les",
        };
        let end = format!("{them} {sows}{dir}{begin}");
        if let [one] = sow.source.places.parts.as_slice()
            && let (Det::Any(Count::Fixed(1)), Part::All) = (&one.det, &sow.source.part)
        {
            let chooses = does(subject, "choisissez", "choisit");
            let what = self.seeds_word(sow.source.kind, true);
            let (id, place) = match lists_choices(one) {
                Some(places) => ("sow-one-of", self.places_or(places, voice)),
                None => {
                    let holding = if says_seeds(one) { "" } else { " (non vide)" };
                    ("sow-chosen", self.a_place_with(one, holding, voice))
                }
            };
            let take = if subject == "vous" { format!("vous {take}") } else { take.to_owned() };
            let parts = [
                ("chooses", chooses.as_str()),
                ("place", place.as_str()),
                ("take", take.as_str()),
                ("seeds", what.as_str()),
                ("sow", end.as_str()),
            ];
            return self.message(id, &parts);
        }
        format!("{subject} {take} {} et {end}", self.seeds(&sow.source, voice))
    }

    /// A number of seeds: `4 graines`, `autant de graines qu’il y en a dans votre grenier`.
    fn as_many(&self, count: &Count, kind: Option<KindId>, voice: Voice) -> String {
        let seeds = self.seeds_word(kind, true);
        match count {
            Count::Fixed(n) => self.counted_seeds(*n, kind),
            Count::SeedsIn(places) => {
                let places = without_all(&self.places(places, voice));
                self.message("as-many", &[("seeds", &seeds), ("places", &places)])
            }
            Count::Note(..)
            | Count::WorthIn(_)
            | Count::Fraction(..)
            | Count::Add(..)
            | Count::Sub(..)
            | Count::Mul(..)
            | Count::Cases(_) => {
                let n = self.count(count, voice);
                self.message("so-many", &[("seeds", &seeds), ("n", &n)])
            }
        }
    }

    /// Seeds that are taken from places.
    fn seeds(&self, source: &Source, voice: Voice) -> String {
        match whole_base(source) {
            Some(Base::Captured) => return self.word("seeds-captured"),
            Some(Base::SowingHand) => return self.word("seeds-unsown"),
            Some(Base::Left) => return self.word("seeds-left"),
            Some(_) | None => {}
        }
        let seeds = self.seeds_word(source.kind, true);
        // `de ce trou et de vos trous`.
        let of = |place: &dyn Fn(&PlacePhrase) -> String| {
            let each = source.places.parts.iter().map(|one| format!("de {}", place(one)));
            and(&each.collect::<Vec<_>>())
        };
        let places = of(&|one| without_all(&self.place(one, voice)));
        let each = || of(&|one| self.each_place(one, voice));
        let all = |id: &str, of: &str| self.message(id, &[("seeds", &seeds), ("places", of)]);
        match &source.part {
            Part::All => all("take-all", &places),
            Part::Number(Count::Fixed(1)) => {
                format!("1 {} {}", self.seeds_word(source.kind, false), each())
            }
            Part::Number(n) => {
                let id = if matches!(n, Count::Fixed(_)) { "take-number" } else { "take-as-many" };
                let n = self.as_many(n, source.kind, voice);
                self.message(id, &[("n", &n), ("places", &each())])
            }
            Part::Half => all("take-half", &each()),
            Part::AnyNumber(from, to) => {
                let (from, to) = (self.count(from, voice), self.count(to, voice));
                let parts =
                    [("seeds", seeds.as_str()), ("places", &places), ("low", &from), ("high", &to)];
                self.message("take-any", &parts)
            }
            Part::EachSeed => all("take-one-by-one", &places),
            Part::Nearest => all("take-nearest", &places),
        }
    }
}

fn game(whole: bool) -> &'static str {
    if whole { "le match" } else { "la partie" }
}
