//! Actions, cases and manners.

use super::{AstBuilder, P, first, words};
use crate::syntax::ast::*;
use crate::syntax::phrase::Rule;

impl AstBuilder<'_> {
    pub(super) fn case(&self, pair: P<'_>) -> Option<AstCase> {
        let always = |does| AstCase { fits: AstCaseGuard::Always, at_any_time: false, does };
        Some(match pair.as_rule() {
            Rule::actions => always(AstCaseBody::Actions(self.actions(pair)?)),
            Rule::also => always(AstCaseBody::Also(self.take_statements())),
            Rule::for_players => {
                let who =
                    pair.into_inner().map(|w| self.player_ref(w)).collect::<Option<Vec<_>>>()?;
                always(AstCaseBody::For { who, steps: self.take_statements() })
            }
            Rule::for_each => {
                let mut parts = pair.into_inner();
                let each = self.count(parts.next()?)?;
                let of = self.count(parts.next()?)?;
                let steps = match parts.next() {
                    Some(actions) => {
                        let span = self.span(&actions);
                        let does = AstCaseBody::Actions(self.actions(actions)?);
                        let case = StatementKind::Case(always(does));
                        vec![Statement {
                            span,
                            kind: case,
                            cites: Vec::new(),
                            assumed: None,
                            becomes: false,
                        }]
                    }
                    None => self.take_statements(),
                };
                always(AstCaseBody::ForEach { each, of, steps })
            }
            Rule::case | Rule::number_case => self.conditional(pair)?,
            _ => return None,
        })
    }

    fn conditional(&self, pair: P<'_>) -> Option<AstCase> {
        let mut fits = AstCaseGuard::Otherwise;
        let mut at_any_time = false;
        let mut does = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::otherwise => {}
                Rule::cond => fits = AstCaseGuard::If(self.cond(part)?),
                Rule::at_any_time => at_any_time = true,
                Rule::count => does = Some(AstCaseBody::Count(self.count(part)?)),
                _ => does = Some(AstCaseBody::Actions(self.actions(part)?)),
            }
        }
        let does = does.unwrap_or_else(|| AstCaseBody::Steps(self.take_statements()));
        Some(AstCase { fits, at_any_time, does })
    }

    pub(super) fn actions(&self, pair: P<'_>) -> Option<Vec<AstAction>> {
        pair.into_inner()
            .map(|action| {
                let mut parts = action.clone().into_inner();
                match parts.next() {
                    Some(act) if act.as_rule() == Rule::act => self.action(act),
                    _ => self.action(action),
                }
            })
            .collect()
    }

    fn action(&self, pair: P<'_>) -> Option<AstAction> {
        let span = self.span(&pair);
        let (mut by_lot, mut may) = (false, false);
        let mut who = None;
        let mut deed = None;
        let mut postcondition = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::by_lot => by_lot = true,
                Rule::who => who = Some(self.player_ref(part)?),
                Rule::may => may = true,
                Rule::judged => postcondition = Some(self.postcondition(part)?),
                Rule::either => {
                    deed = Some(AstDeed::Either(self.alternatives(part)?));
                }
                _ => deed = Some(self.deed(part)?),
            }
        }
        Some(AstAction { by_lot, who, may, label: None, deed: deed?, postcondition, span })
    }

    /// The alternatives of `either`, each with its name if it has one.
    fn alternatives(&self, either: P<'_>) -> Option<Vec<AstAction>> {
        let mut alternatives = Vec::new();
        let mut label = None;
        for part in either.into_inner() {
            if part.as_rule() == Rule::label {
                label = Some(self.name(&first(part)?));
            } else {
                alternatives.push(AstAction { label: label.take(), ..self.action(part)? });
            }
        }
        Some(alternatives)
    }

    pub(super) fn postcondition(&self, pair: P<'_>) -> Option<AstPostcondition> {
        let mut parts = pair.into_inner();
        let unless = parts.next()?.as_rule() == Rule::unless;
        Some(AstPostcondition { unless, cond: self.cond(parts.next()?)? })
    }

    fn deed(&self, pair: P<'_>) -> Option<AstDeed> {
        let rule = pair.as_rule();
        let text = words(&pair);
        let mut parts = pair.into_inner();
        Some(match rule {
            Rule::sow_in_order => AstDeed::SowInOrder(self.take_items()),
            Rule::sow => {
                let source = self.source(parts.next()?)?;
                AstDeed::Sow { source, manners: self.manners(parts)? }
            }
            Rule::capture => AstDeed::Capture(self.source(parts.next()?)?),
            Rule::take => AstDeed::Take(self.source(parts.next()?)?),
            Rule::put => {
                let source = self.source(parts.next()?)?;
                AstDeed::Put { source, to: self.place(parts.next()?)? }
            }
            Rule::fill => {
                let what = parts.next()?;
                let (places, as_many_as) = if what.as_rule() == Rule::as_many {
                    let mut inner = what.into_inner();
                    let places = self.place_as_set(inner.next()?)?;
                    (places, Some(self.player_ref(inner.next()?)?))
                } else {
                    (self.places(what)?, None)
                };
                let with = self.count(parts.next()?)?;
                AstDeed::Fill { places, as_many_as, with, manners: self.manners(parts)? }
            }
            Rule::close => AstDeed::Close(self.places(parts.next()?)?),
            Rule::open => AstDeed::Open(self.places(parts.next()?)?),
            Rule::mark => {
                let what = self.mark_target(parts.next()?)?;
                let name = self.name(&parts.next()?);
                let owner = match parts.next() {
                    Some(who) => Some(self.player_ref(who)?),
                    None => None,
                };
                AstDeed::Mark { what, name, owner }
            }
            Rule::unmark => {
                let what = self.mark_target(parts.next()?)?;
                AstDeed::Unmark { what, name: parts.next().map(|n| self.name(&n)) }
            }
            Rule::choose => {
                let place = self.place(parts.next()?)?;
                AstDeed::Choose { place, name: self.name(&parts.next()?) }
            }
            Rule::set => {
                let name = self.name(&parts.next()?);
                AstDeed::Set { name, to: self.set_to(parts.next()?)? }
            }
            Rule::own_from_now => AstDeed::Own(self.places(parts.next()?)?),
            Rule::swap_sides => AstDeed::SwapSides,
            Rule::moves_first => AstDeed::MovesFirst,
            Rule::next_game => {
                let count = self.count(parts.next()?)?;
                let fewer = parts.next()?.as_rule() == Rule::fewer;
                AstDeed::NextGame { count, fewer, option: self.name(&parts.next()?) }
            }
            Rule::do_word => AstDeed::Do(self.name(&parts.next()?)),
            Rule::repeat => {
                let from = self.place(parts.next()?)?;
                let by = match parts.next() {
                    Some(count) => Some(self.count(count)?),
                    None => None,
                };
                AstDeed::Repeat { from, by, cases: self.take_statements() }
            }
            Rule::pass => AstDeed::Pass,
            Rule::play_again => AstDeed::PlayAgain,
            Rule::end_of => AstDeed::End(match text.split(' ').next_back()? {
                "move" => EndOf::Move,
                "turn" => EndOf::Turn,
                "stage" => EndOf::Stage,
                _ => EndOf::Game,
            }),
            Rule::wins => AstDeed::Wins { whole_match: parts.next().is_some() },
            Rule::loses => AstDeed::Loses { whole_match: parts.next().is_some() },
            Rule::draw => AstDeed::Draw,
            _ => return None,
        })
    }

    fn mark_target(&self, pair: P<'_>) -> Option<AstMarkTarget> {
        Some(match pair.as_rule() {
            Rule::who => AstMarkTarget::Player(self.player_ref(pair)?),
            _ => AstMarkTarget::Places(self.places(pair)?),
        })
    }

    fn set_to(&self, pair: P<'_>) -> Option<SetTo> {
        Some(match pair.as_rule() {
            Rule::fixed_direction => SetTo::Dir(self.direction(pair)?),
            Rule::set_word => SetTo::Value(AstValue::Word(self.name(&first(pair)?))),
            _ => SetTo::Count(self.count(pair)?),
        })
    }

    pub(super) fn source(&self, pair: P<'_>) -> Option<AstSource> {
        let span = self.span(&pair);
        let inner = first(pair)?;
        if inner.as_rule() == Rule::places {
            let places = self.places(inner)?;
            return Some(AstSource { part: AstPart::All, kind: None, places, span });
        }
        let rule = inner.as_rule();
        let mut parts = inner.into_inner();
        if rule == Rule::nearest_of {
            let place = self.place(parts.next()?)?;
            let places = AstPlaces { span: place.span, parts: vec![place] };
            return Some(AstSource { part: AstPart::Nearest, kind: None, places, span });
        }
        let part = match rule {
            Rule::any_number => {
                AstPart::AnyNumber(self.count(parts.next()?)?, self.count(parts.next()?)?)
            }
            Rule::each_seed => AstPart::EachSeed,
            Rule::half_of => AstPart::Half,
            Rule::number_of => AstPart::Number(self.count(parts.next()?)?),
            Rule::every_of_kind => AstPart::All,
            _ => return None,
        };
        let mut part_of = parts.next()?;
        let mut kind = None;
        if part_of.as_rule() == Rule::seed_kind {
            kind = Some(self.seed_kind(part_of)?);
            part_of = parts.next()?;
        }
        Some(AstSource { part, kind, places: self.places(part_of)?, span })
    }

    pub(super) fn manners<'p>(&self, parts: impl Iterator<Item = P<'p>>) -> Option<Vec<AstManner>> {
        parts.map(|m| self.manner(m)).collect()
    }

    fn manner(&self, pair: P<'_>) -> Option<AstManner> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let inner = parts.next()?;
        let how = match inner.as_rule() {
            Rule::along => AstMannerKind::AlongTheWay(self.place(first(inner)?)?),
            Rule::passing_over => AstMannerKind::PassingOver(self.place(first(inner)?)?),
            Rule::beginning_in => AstMannerKind::BeginningIn(self.place(first(inner)?)?),
            Rule::then_through => AstMannerKind::ThenThrough(self.place(first(inner)?)?),
            Rule::in_each => AstMannerKind::InEach(self.count(first(inner)?)?),
            Rule::from_side => AstMannerKind::From(self.side(&first(inner)?)),
            Rule::any_order => AstMannerKind::AnyOrder,
            Rule::fixed_direction | Rule::note_direction => {
                AstMannerKind::Dir(self.direction(inner)?)
            }
            _ => return None,
        };
        let when = match parts.next() {
            Some(when) => Some(self.when(when)?),
            None => None,
        };
        Some(AstManner { how, when, span })
    }

    pub(super) fn when(&self, pair: P<'_>) -> Option<AstCond> {
        self.cond(first(pair)?)
    }

    pub(super) fn direction(&self, pair: P<'_>) -> Option<AstDir> {
        let span = self.span(&pair);
        if pair.as_rule() != Rule::fixed_direction {
            return Some(AstDir::Note(self.name(&first(pair)?)));
        }
        Some(match words(&pair) {
            "anticlockwise" => AstDir::Anticlockwise(span),
            "clockwise" => AstDir::Clockwise(span),
            "leftwards" => AstDir::Leftwards(span),
            "rightwards" => AstDir::Rightwards(span),
            "the other way" => AstDir::OtherWay(span),
            "in either direction" => AstDir::Either(span),
            _ => AstDir::Towards(Box::new(self.place(first(first(pair)?)?)?)),
        })
    }
}
