//! The canonical form of cases, actions and steps.

use super::{CanonicalWriter, MAX_WORD_NESTING};
use crate::model::{
    Action, Case, Cases, Deed, FillOrder, LawDeed, MarkTarget, Part, Postcondition, Source, Sow,
    SowClass, Step, StepKind,
};

impl<'m> CanonicalWriter<'m> {
    pub(super) fn cases(&mut self, cases: &'m Cases) {
        self.each(&cases.lists, |f, list| {
            f.node("list", |f| {
                f.each(list, |f, Case { clause: _, when, actions }| {
                    f.node("case", |f| {
                        f.optional(when.as_ref(), CanonicalWriter::cond);
                        f.each(actions, CanonicalWriter::action);
                    });
                });
            });
        });
    }

    pub(super) fn steps(&mut self, steps: &'m [Step]) {
        self.each(steps, |f, Step { clause: _, kind }| match kind {
            StepKind::Cases(cases) => f.node("step", |f| f.cases(cases)),
            StepKind::For(subjects, steps) => f.node("for", |f| {
                f.each(subjects, |f, subject| f.subject(*subject));
                f.steps(steps);
            }),
            StepKind::ForEach(each, of, steps) => f.node("for-each", |f| {
                f.count(each);
                f.count(of);
                f.steps(steps);
            }),
            StepKind::When(cond, steps) => f.node("when", |f| {
                f.cond(cond);
                f.steps(steps);
            }),
        });
    }

    fn action(&mut self, action: &'m Action) {
        let Action { by_lot, who, may, deed, postcondition } = action;
        self.node("act", |f| {
            f.subject(*who);
            f.flag(*by_lot, "by-lot");
            f.flag(*may, "may");
            f.deed(deed);
            f.postcondition(postcondition.as_ref());
        });
    }

    fn postcondition(&mut self, postcondition: Option<&'m Postcondition>) {
        if let Some(Postcondition { unless, cond }) = postcondition {
            self.node(if *unless { "unless" } else { "if" }, |f| f.cond(cond));
        }
    }

    fn deed(&mut self, deed: &'m Deed) {
        match deed {
            Deed::Sow(sow) => self.sow(sow),
            Deed::SowInOrder(classes) => self.node("in-order", |f| {
                f.each(classes, |f, SowClass { clause: _, sow, postcondition }| {
                    f.sow(sow);
                    f.postcondition(postcondition.as_ref());
                });
            }),
            Deed::Capture(source) => self.node("capture", |f| f.source(source)),
            Deed::Put(source, to) => self.node("put", |f| {
                f.source(source);
                f.phrase(to);
            }),
            Deed::Fill { places, as_many_as, with, order } => self.node("fill", |f| {
                f.places(places);
                f.optional(*as_many_as, CanonicalWriter::who);
                f.count(with);
                match order {
                    FillOrder::From(side, who) => {
                        f.side(*side);
                        f.viewer(*who);
                    }
                    FillOrder::Any => f.word("any"),
                    FillOrder::Along(from) => f.node("along", |f| f.phrase(from)),
                }
            }),
            Deed::Close(places) => self.node("close", |f| f.places(places)),
            Deed::Open(places) => self.node("open", |f| f.places(places)),
            Deed::Mark(what, mark, owner) => self.node("put-mark", |f| {
                f.marked(what);
                f.mark(*mark);
                f.who(*owner);
            }),
            Deed::Unmark(what, mark) => self.node("lift-mark", |f| {
                f.marked(what);
                f.optional(*mark, CanonicalWriter::mark);
            }),
            Deed::Choose(phrase, note) => self.node("choose", |f| {
                f.phrase(phrase);
                f.note(*note);
            }),
            Deed::SetNumber(note, n) => self.node("set-number", |f| {
                f.note(*note);
                f.count(n);
            }),
            Deed::Set(note, value) => self.node("set-value", |f| {
                f.note(*note);
                f.value(*value);
            }),
            Deed::SetDir(note, dir) => self.node("set-direction", |f| {
                f.note(*note);
                f.dir(dir);
            }),
            Deed::Own(places) => self.node("own", |f| f.places(places)),
            Deed::SwapSides => self.word("swap-sides"),
            Deed::MovesFirst => self.word("moves-first"),
            Deed::Do(word) => {
                let word =
                    self.model.words.get(word.index()).filter(|_| self.depth < MAX_WORD_NESTING);
                self.depth += 1;
                self.node("do", |f| f.optional(word, |f, word| f.cases(&word.cases)));
                self.depth -= 1;
            }
            Deed::Cases(cases) => self.node("do", |f| f.cases(cases)),
            Deed::Either(_, actions) => {
                self.node("either", |f| f.each(actions, CanonicalWriter::action))
            }
            Deed::Repeat { from, by, cases } => self.node("repeat", |f| {
                f.phrase(from);
                f.count(by);
                f.cases(cases);
            }),
            Deed::Pass => self.word("pass"),
            Deed::PlayAgain { named: false } => self.word("play-again"),
            Deed::PlayAgain { named: true } => self.word("plays-again"),
            Deed::EndMove => self.word("end-move"),
            Deed::EndTurn => self.word("end-turn"),
            Deed::EndStage => self.word("end-stage"),
            Deed::EndGame => self.word("end-game"),
            Deed::Wins(of_match) => self.word(if *of_match { "wins-match" } else { "wins" }),
            Deed::Loses(of_match) => self.word(if *of_match { "loses-match" } else { "loses" }),
            Deed::Draw => self.word("draw"),
        }
    }

    fn sow(&mut self, sow: &'m Sow) {
        let Sow { source, dir, begin } = sow;
        self.node("sow", |f| {
            f.source(source);
            f.optional(dir.as_ref(), CanonicalWriter::dir);
            f.optional(begin.as_ref(), CanonicalWriter::phrase);
        });
    }

    fn source(&mut self, source: &'m Source) {
        let Source { part, kind, places } = source;
        match part {
            Part::All => self.word("all"),
            Part::Number(n) => self.node("number", |f| f.count(n)),
            Part::Half => self.word("half"),
            Part::AnyNumber(from, to) => self.node("any-number", |f| {
                f.count(from);
                f.count(to);
            }),
            Part::EachSeed => self.word("each-seed"),
            Part::Nearest => self.word("nearest"),
        }
        if let Some(kind) = kind {
            self.seed_kind(*kind);
        }
        self.places(places);
    }

    fn marked(&mut self, what: &'m MarkTarget) {
        match what {
            MarkTarget::Places(places) => self.places(places),
            MarkTarget::Player(who) => self.node("player", |f| f.who(*who)),
        }
    }

    pub(super) fn law_deed(&mut self, deed: &'m LawDeed) {
        match deed {
            LawDeed::Captures { places, first_lap } => self.node("captures", |f| {
                f.optional(places.as_ref(), CanonicalWriter::places);
                f.flag(*first_lap, "first-lap");
            }),
            LawDeed::LeavesSeeds(who, places) => self.node("leaves-seeds", |f| {
                f.who(*who);
                f.optional(places.as_ref(), CanonicalWriter::places);
            }),
            LawDeed::LeavesEmpty(phrase) => self.node("leaves-empty", |f| f.phrase(phrase)),
            LawDeed::Reaches(phrase) => self.node("reaches", |f| f.phrase(phrase)),
            LawDeed::EndsIn(phrase) => self.node("ends-in", |f| f.phrase(phrase)),
            LawDeed::BeginsFrom(phrase) => self.node("begins-from", |f| f.phrase(phrase)),
            LawDeed::BeginsIn(phrase) => self.node("begins-in", |f| f.phrase(phrase)),
        }
    }
}
