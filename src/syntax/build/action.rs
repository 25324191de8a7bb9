//! Actions, cases and manners.

use super::{Build, P, first, words};
use crate::syntax::ast::*;
use crate::syntax::phrase::Rule;

impl Build<'_> {
    pub(super) fn case(&self, pair: P<'_>) -> Option<Case> {
        let always = |does| Case { fits: Fits::Always, at_any_time: false, does };
        Some(match pair.as_rule() {
            Rule::actions => always(Does::Actions(self.actions(pair)?)),
            Rule::also => always(Does::Also(self.take_statements())),
            Rule::for_players => {
                let who = pair.into_inner().map(|w| self.who(w)).collect::<Option<Vec<_>>>()?;
                always(Does::For { who, steps: self.take_statements() })
            }
            Rule::for_each => {
                let mut parts = pair.into_inner();
                let each = self.count(parts.next()?)?;
                let of = self.count(parts.next()?)?;
                let steps = match parts.next() {
                    Some(actions) => {
                        let span = self.span(&actions);
                        let does = Does::Actions(self.actions(actions)?);
                        let said = Said::Case(always(does));
                        vec![Statement {
                            span,
                            said,
                            cites: Vec::new(),
                            assumed: None,
                            becomes: false,
                        }]
                    }
                    None => self.take_statements(),
                };
                always(Does::ForEach { each, of, steps })
            }
            Rule::case | Rule::number_case => self.conditional(pair)?,
            _ => return None,
        })
    }

    fn conditional(&self, pair: P<'_>) -> Option<Case> {
        let mut fits = Fits::Otherwise;
        let mut at_any_time = false;
        let mut does = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::otherwise => {}
                Rule::cond => fits = Fits::If(self.cond(part)?),
                Rule::at_any_time => at_any_time = true,
                Rule::count => does = Some(Does::Count(self.count(part)?)),
                _ => does = Some(Does::Actions(self.actions(part)?)),
            }
        }
        let does = does.unwrap_or_else(|| Does::Steps(self.take_statements()));
        Some(Case { fits, at_any_time, does })
    }

    pub(super) fn actions(&self, pair: P<'_>) -> Option<Vec<Action>> {
        pair.into_inner()
            .map(|action| {
                let mut parts = action.clone().into_inner();
                match parts.next() {
                    Some(act) if act.as_rule() == Rule::act => self.act(act),
                    _ => self.act(action),
                }
            })
            .collect()
    }

    fn act(&self, pair: P<'_>) -> Option<Action> {
        let span = self.span(&pair);
        let mut who = None;
        let mut may = false;
        let mut deed = None;
        let mut judged = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::who => who = Some(self.who(part)?),
                Rule::may => may = true,
                Rule::judged => judged = Some(self.judged(part)?),
                Rule::either => {
                    let acts =
                        part.into_inner().map(|a| self.act(a)).collect::<Option<Vec<_>>>()?;
                    deed = Some(Act::Either(acts));
                }
                _ => deed = Some(self.deed(part)?),
            }
        }
        Some(Action { who, may, deed: deed?, judged, span })
    }

    pub(super) fn judged(&self, pair: P<'_>) -> Option<Judged> {
        let mut parts = pair.into_inner();
        let unless = parts.next()?.as_rule() == Rule::unless;
        Some(Judged { unless, cond: self.cond(parts.next()?)? })
    }

    fn deed(&self, pair: P<'_>) -> Option<Act> {
        let rule = pair.as_rule();
        let said = words(&pair);
        let mut parts = pair.into_inner();
        Some(match rule {
            Rule::sow_in_order => Act::SowInOrder(self.take_items()),
            Rule::sow => {
                let source = self.source(parts.next()?)?;
                Act::Sow { source, manners: self.manners(parts)? }
            }
            Rule::capture => Act::Capture(self.source(parts.next()?)?),
            Rule::take => Act::Take(self.source(parts.next()?)?),
            Rule::put => {
                let source = self.source(parts.next()?)?;
                Act::Put { source, to: self.place(parts.next()?)? }
            }
            Rule::fill => {
                let what = parts.next()?;
                let (places, as_many_as) = if what.as_rule() == Rule::as_many {
                    let mut inner = what.into_inner();
                    let places = self.one_place(inner.next()?)?;
                    (places, Some(self.who(inner.next()?)?))
                } else {
                    (self.places(what)?, None)
                };
                let with = self.count(parts.next()?)?;
                Act::Fill { places, as_many_as, with, manners: self.manners(parts)? }
            }
            Rule::close => Act::Close(self.places(parts.next()?)?),
            Rule::open => Act::Open(self.places(parts.next()?)?),
            Rule::mark => {
                let what = self.marked(parts.next()?)?;
                let name = self.name(&parts.next()?);
                let owner = match parts.next() {
                    Some(who) => Some(self.who(who)?),
                    None => None,
                };
                Act::Mark { what, name, owner }
            }
            Rule::unmark => {
                let what = self.marked(parts.next()?)?;
                Act::Unmark { what, name: parts.next().map(|n| self.name(&n)) }
            }
            Rule::choose => {
                let place = self.place(parts.next()?)?;
                Act::Choose { place, name: self.name(&parts.next()?) }
            }
            Rule::set => {
                let name = self.name(&parts.next()?);
                Act::Set { name, to: self.set_to(parts.next()?)? }
            }
            Rule::own_from_now => Act::Own(self.places(parts.next()?)?),
            Rule::moves_first => Act::MovesFirst,
            Rule::next_game => {
                let count = self.count(parts.next()?)?;
                let fewer = parts.next()?.as_rule() == Rule::fewer;
                Act::NextGame { count, fewer, option: self.name(&parts.next()?) }
            }
            Rule::do_word => Act::Do(self.name(&parts.next()?)),
            Rule::repeat => {
                let from = self.place(parts.next()?)?;
                let by = match parts.next() {
                    Some(count) => Some(self.count(count)?),
                    None => None,
                };
                Act::Repeat { from, by, cases: self.take_statements() }
            }
            Rule::pass => Act::Pass,
            Rule::play_again => Act::PlayAgain,
            Rule::end_of => Act::End(match said.split(' ').next_back()? {
                "move" => EndOf::Move,
                "turn" => EndOf::Turn,
                "stage" => EndOf::Stage,
                _ => EndOf::Game,
            }),
            Rule::wins => Act::Wins { whole_match: parts.next().is_some() },
            Rule::loses => Act::Loses { whole_match: parts.next().is_some() },
            Rule::draw => Act::Draw,
            _ => return None,
        })
    }

    fn marked(&self, pair: P<'_>) -> Option<Marked> {
        Some(match pair.as_rule() {
            Rule::who => Marked::Player(self.who(pair)?),
            _ => Marked::Places(self.places(pair)?),
        })
    }

    fn set_to(&self, pair: P<'_>) -> Option<SetTo> {
        Some(match pair.as_rule() {
            Rule::fixed_direction => SetTo::Dir(self.direction(pair)?),
            Rule::set_word => SetTo::Value(Value::Word(self.name(&first(pair)?))),
            _ => SetTo::Count(self.count(pair)?),
        })
    }

    pub(super) fn source(&self, pair: P<'_>) -> Option<Source> {
        let span = self.span(&pair);
        let inner = first(pair)?;
        if inner.as_rule() == Rule::places {
            let places = self.places(inner)?;
            return Some(Source { part: Part::All, kind: None, places, span });
        }
        let rule = inner.as_rule();
        let mut parts = inner.into_inner();
        if rule == Rule::nearest_of {
            let place = self.place(parts.next()?)?;
            let places = Places { span: place.span, parts: vec![place] };
            return Some(Source { part: Part::Nearest, kind: None, places, span });
        }
        let part = match rule {
            Rule::any_number => {
                Part::AnyNumber(self.count(parts.next()?)?, self.count(parts.next()?)?)
            }
            Rule::each_seed => Part::EachSeed,
            Rule::half_of => Part::Half,
            Rule::number_of => Part::Number(self.count(parts.next()?)?),
            Rule::every_of_kind => Part::All,
            _ => return None,
        };
        let mut part_of = parts.next()?;
        let mut kind = None;
        if part_of.as_rule() == Rule::seed_kind {
            kind = Some(self.seed_kind(part_of)?);
            part_of = parts.next()?;
        }
        Some(Source { part, kind, places: self.places(part_of)?, span })
    }

    pub(super) fn manners<'p>(&self, parts: impl Iterator<Item = P<'p>>) -> Option<Vec<Manner>> {
        parts.map(|m| self.manner(m)).collect()
    }

    fn manner(&self, pair: P<'_>) -> Option<Manner> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let inner = parts.next()?;
        let how = match inner.as_rule() {
            Rule::along => How::AlongTheWay(self.place(first(inner)?)?),
            Rule::passing_over => How::PassingOver(self.place(first(inner)?)?),
            Rule::beginning_in => How::BeginningIn(self.place(first(inner)?)?),
            Rule::then_through => How::ThenThrough(self.place(first(inner)?)?),
            Rule::in_each => How::InEach(self.count(first(inner)?)?),
            Rule::from_side => How::From(self.side(&first(inner)?)),
            Rule::any_order => How::AnyOrder,
            Rule::fixed_direction | Rule::note_direction => How::Dir(self.direction(inner)?),
            _ => return None,
        };
        let when = match parts.next() {
            Some(when) => Some(self.when(when)?),
            None => None,
        };
        Some(Manner { how, when, span })
    }

    pub(super) fn when(&self, pair: P<'_>) -> Option<Cond> {
        self.cond(first(pair)?)
    }

    pub(super) fn direction(&self, pair: P<'_>) -> Option<Dir> {
        let span = self.span(&pair);
        if pair.as_rule() != Rule::fixed_direction {
            return Some(Dir::Note(self.name(&first(pair)?)));
        }
        Some(match words(&pair) {
            "anticlockwise" => Dir::Anticlockwise(span),
            "clockwise" => Dir::Clockwise(span),
            "leftwards" => Dir::Leftwards(span),
            "rightwards" => Dir::Rightwards(span),
            "the other way" => Dir::OtherWay(span),
            "in either direction" => Dir::Either(span),
            _ => Dir::Towards(Box::new(self.place(first(first(pair)?)?)?)),
        })
    }
}
