//! The statements of every section, headings, and the lines of tests.

use super::{AstBuilder, BuiltStatement, P, first, words};
use crate::syntax::ast::*;
use crate::syntax::heading::HeadingLine;
use crate::syntax::phrase::Rule;

impl AstBuilder<'_> {
    /// A statement of a section.
    pub fn statement(&self, pair: P<'_>) -> Option<BuiltStatement<StatementKind>> {
        self.build_line(pair, |parts, rule| {
            Some(match rule {
                Rule::about_line => StatementKind::About(self.about(parts)?),
                Rule::point_line => StatementKind::Point(Point {
                    number: self.small_number(&parts.next()?)?,
                    text: self.text(&parts.next()?),
                    no_rule: parts.next().is_some_and(|p| p.as_rule() == Rule::no_rule),
                }),
                Rule::option_line => StatementKind::Option(self.option(parts)?),
                Rule::board_line => StatementKind::Board(self.board(parts.next()?)?),
                Rule::word_line => StatementKind::Word(AstWord {
                    name: self.name(&parts.next()?),
                    meaning: self.meaning(parts.next())?,
                }),
                Rule::start_line => StatementKind::Start(self.start(parts.next()?)?),
                Rule::way_line => StatementKind::Way(self.way(parts.next()?)?),
                Rule::turn_line => StatementKind::Turn(self.turn(parts.next()?)?),
                Rule::law_line => StatementKind::Law(self.law(parts)?),
                Rule::winner_line => {
                    let most = parts.next()?;
                    StatementKind::Winner(AstWinner {
                        fewest: most.as_rule() == Rule::fewest,
                        worth: words(&most).ends_with("worth"),
                        places: match parts.next() {
                            Some(places) => Some(self.places(places)?),
                            None => None,
                        },
                    })
                }
                Rule::case_line | Rule::word_case_line => {
                    StatementKind::Case(self.case(parts.next()?)?)
                }
                _ => return None,
            })
        })
    }

    /// A line below `sow, in this order:`.
    pub fn item(&self, pair: P<'_>) -> Option<BuiltStatement<SowItem>> {
        let mut built = self.build_line(pair, |parts, _| {
            let source = self.source(parts.next()?)?;
            let mut manners = Vec::new();
            let mut postcondition = None;
            let mut span = source.span;
            for part in parts {
                span = span.to(self.span(&part));
                if part.as_rule() == Rule::judged {
                    postcondition = Some(self.postcondition(part)?);
                } else {
                    manners.extend(self.manners(std::iter::once(part))?);
                }
            }
            Some(SowItem { source, manners, postcondition, span })
        })?;
        built.value.span = built.span;
        Some(built)
    }

    /// Builds the parts of a line with `build`, and separates the citations.
    fn build_line<T>(
        &self,
        pair: P<'_>,
        build: impl FnOnce(&mut dyn Iterator<Item = P<'_>>, Rule) -> Option<T>,
    ) -> Option<BuiltStatement<T>> {
        let rule = pair.as_rule();
        let mut span = None;
        let mut cites = Vec::new();
        let mut assumed = None;
        let mut parts = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::EOI => {}
                Rule::cites => {
                    for number in part.into_inner() {
                        cites.push((self.small_number(&number)?, self.span(&number)));
                    }
                }
                Rule::assumed => assumed = Some(self.text(&first(part)?)),
                _ => {
                    let here = self.span(&part);
                    span = Some(span.map_or(here, |s: crate::span::Span| s.to(here)));
                    parts.push(part);
                }
            }
        }
        let built = build(&mut parts.into_iter(), rule)?;
        Some(BuiltStatement { value: built, span: span?, cites, assumed })
    }

    fn option(&self, parts: &mut dyn Iterator<Item = P<'_>>) -> Option<OptionDecl> {
        let name = self.name(&parts.next()?);
        let values_part = parts.next()?;
        let values = if values_part.as_rule() == Rule::range {
            let even = values_part.clone().into_inner().any(|p| p.as_rule() == Rule::even);
            let mut numbers = values_part.into_inner().filter(|p| p.as_rule() == Rule::number);
            AstOptionValues::Range {
                default: self.number(&numbers.next()?)?,
                even,
                from: self.number(&numbers.next()?)?,
                to: self.number(&numbers.next()?)?,
            }
        } else {
            let list =
                values_part.into_inner().map(|v| self.value(v)).collect::<Option<Vec<_>>>()?;
            AstOptionValues::List(list)
        };
        Some(OptionDecl { name, values, note: parts.next().map(|t| self.text(&t)) })
    }

    fn board(&self, pair: P<'_>) -> Option<AstBoard> {
        let rule = pair.as_rule();
        let mut parts = pair.into_inner();
        Some(match rule {
            Rule::rows => AstBoard::Rows {
                rows: self.count(parts.next()?)?,
                columns: self.count(parts.next()?)?,
            },
            Rule::row_names => AstBoard::RowNames(parts.map(|n| self.name(&n)).collect()),
            Rule::players => AstBoard::Players(parts.map(|n| self.name(&n)).collect()),
            Rule::each_has => {
                let mut parts = parts.peekable();
                let hidden = parts.next_if(|p| p.as_rule() == Rule::hidden).is_some();
                AstBoard::EachHas { hidden, beside: self.optional_place(parts.next())? }
            }
            Rule::board_has => AstBoard::BoardHas {
                name: self.name(&parts.next()?),
                beside: self.optional_place(parts.next())?,
            },
            Rule::owns => {
                let who = self.owner(parts.next()?)?;
                let mut shares = Vec::new();
                let (mut store, mut hidden) = (false, false);
                for part in parts {
                    if part.as_rule() == Rule::a_store {
                        store = true;
                        hidden = part.into_inner().next().is_some();
                    } else {
                        shares.push(self.share(part)?);
                    }
                }
                AstBoard::Owns { who, shares, store, hidden }
            }
            _ => return None,
        })
    }

    fn optional_place(&self, pair: Option<P<'_>>) -> Option<Option<AstPlace>> {
        match pair {
            Some(pair) => Some(Some(self.place(pair)?)),
            None => Some(None),
        }
    }

    fn owner(&self, pair: P<'_>) -> Option<Owner> {
        Some(match words(&pair) {
            "each player" => Owner::Each,
            "nobody" => Owner::Nobody,
            _ => Owner::Named(self.name(&first(pair)?)),
        })
    }

    fn share(&self, pair: P<'_>) -> Option<AstShare> {
        let span = self.span(&pair);
        let inner = first(pair)?;
        let text = words(&inner);
        Some(match inner.as_rule() {
            Rule::nearest_rows => match inner.into_inner().next() {
                Some(count) => AstShare::Nearest(self.count(count)?, span),
                None => AstShare::Nearest(AstCount::Number(1, span), span),
            },
            Rule::columns => {
                let mut parts = inner.into_inner();
                AstShare::Columns(self.count(parts.next()?)?, self.count(parts.next()?)?, span)
            }
            Rule::all_holes => AstShare::Holes(span),
            Rule::of_rows => {
                let left = text.strip_prefix("the ").unwrap_or(text).starts_with("leftmost");
                let mut parts = inner.into_inner();
                let count = self.count(parts.next()?)?;
                match parts.next() {
                    None => {
                        let side = if left { AstSide::Left } else { AstSide::Right };
                        AstShare::OfEachRow(side, count, span)
                    }
                    Some(row) => {
                        let edge =
                            if left { AdjKind::Leftmost } else { AdjKind::Rightmost }(Some(count));
                        let row = self.name(&row);
                        let adjs = vec![
                            Adj { kind: edge, span },
                            Adj { span: row.span, kind: AdjKind::Name(row) },
                        ];
                        let det = Some(AstDet::The(span));
                        AstShare::Places(AstPlace {
                            det,
                            adjs,
                            noun: Noun::Hole,
                            posts: Vec::new(),
                            span,
                        })
                    }
                }
            }
            _ => AstShare::Places(self.place(inner)?),
        })
    }

    fn meaning(&self, pair: Option<P<'_>>) -> Option<AstMeaning> {
        let Some(pair) = pair else { return Some(AstMeaning::Cases(self.take_statements())) };
        Some(match pair.as_rule() {
            Rule::mark_word => {
                let DeclModifiers { of_each_player, life, quiet } = self.decl_modifiers(pair)?;
                AstMeaning::Mark { of_each_player, life, quiet }
            }
            Rule::note_word => {
                let kind = match words(&pair).split(' ').skip(1).find(|word| *word != "quiet")? {
                    "number" => AstNoteKind::Number,
                    "direction" => AstNoteKind::Direction,
                    "yes" => AstNoteKind::Yes,
                    _ => AstNoteKind::Hole,
                };
                let DeclModifiers { of_each_player, life, quiet } = self.decl_modifiers(pair)?;
                AstMeaning::Note { kind, of_each_player, life, quiet }
            }
            Rule::seed_word => AstMeaning::Seed(self.count(first(pair)?)?),
            Rule::kind => AstMeaning::Kind(self.place(first(pair)?)?),
            Rule::count => AstMeaning::Count(self.count(pair)?),
            Rule::places => AstMeaning::Places(self.places(pair)?),
            Rule::cond => AstMeaning::Cond(self.cond(pair)?),
            Rule::actions => AstMeaning::Actions(self.actions(pair)?),
            _ => return None,
        })
    }

    fn decl_modifiers(&self, pair: P<'_>) -> Option<DeclModifiers> {
        let mut lasting = DeclModifiers { of_each_player: false, life: None, quiet: false };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::of_each_player => lasting.of_each_player = true,
                Rule::quiet => lasting.quiet = true,
                _ => lasting.life = Some(self.life(part)?),
            }
        }
        Some(lasting)
    }

    fn life(&self, part: P<'_>) -> Option<AstLife> {
        let span = self.span(&part);
        let inner = first(part)?;
        Some(match inner.as_rule() {
            Rule::unit => AstLife::For(self.unit(&inner)?, span),
            _ => AstLife::Until(self.cond(inner)?),
        })
    }

    fn start(&self, pair: P<'_>) -> Option<AstStart> {
        let rule = pair.as_rule();
        let mut parts = pair.into_inner();
        if rule == Rule::starter {
            return Some(AstStart::MovesFirst(self.player_ref(parts.next()?)?));
        }
        let places = self.place(parts.next()?)?;
        Some(match rule {
            Rule::start_holds => {
                let count = self.count(parts.next()?)?;
                AstStart::Holds { places, count, kind: self.optional_seed_kind(parts.next())? }
            }
            Rule::start_list => {
                let from = self.side(&parts.next()?);
                let counts = parts.map(|c| self.count(c)).collect::<Option<Vec<_>>>()?;
                AstStart::List { places, from, counts }
            }
            Rule::start_along => {
                let mut counts = Vec::new();
                let mut from = None;
                for part in parts {
                    if part.as_rule() == Rule::count {
                        counts.push(self.count(part)?);
                    } else {
                        from = Some(self.place(part)?);
                    }
                }
                AstStart::AlongTheWay { places, counts, from: from? }
            }
            _ => return None,
        })
    }

    fn way(&self, pair: P<'_>) -> Option<AstWayLine> {
        let rule = pair.as_rule();
        let mut line =
            AstWayLine { who: None, kind: AstWayKind::Manner, manners: Vec::new(), when: None };
        let mut who = None;
        let mut unit = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::who => who = Some(self.player_ref(part)?),
                Rule::unit => unit = Some(self.unit(&part)?),
                Rule::when => line.when = Some(self.when(part)?),
                Rule::manner => line.manners.extend(self.manners(std::iter::once(part))?),
                Rule::fixed_direction | Rule::any_note => {
                    line.kind = AstWayKind::LaterLaps { of: unit?, dir: self.direction(part)? };
                }
                _ => line.kind = self.circuit(part)?,
            }
        }
        if rule == Rule::direction_choice {
            line.kind = AstWayKind::Choice { who: who?, scope: unit? };
        } else {
            line.who = who;
        }
        Some(line)
    }

    fn circuit(&self, pair: P<'_>) -> Option<AstWayKind> {
        let rule = pair.as_rule();
        let mut dirs = Vec::new();
        let mut places = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::place => places.push(self.place(part)?),
                _ => dirs.push(self.direction(part)?),
            }
        }
        Some(match rule {
            Rule::round => AstWayKind::Round {
                dir: dirs.into_iter().next(),
                places: places.into_iter().next(),
            },
            _ => AstWayKind::Stretches(dirs.into_iter().zip(places).collect()),
        })
    }

    fn turn(&self, pair: P<'_>) -> Option<AstTurn> {
        match pair.as_rule() {
            Rule::without_move => {
                return Some(AstTurn::NoMove { loses: words(&pair).ends_with("loses") });
            }
            Rule::at_once => return Some(AstTurn::AtOnce),
            Rule::first_to_end => return Some(AstTurn::FirstToEnd),
            _ => {}
        }
        let mut at_most = false;
        let mut count = None;
        let mut again = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::at_most => at_most = true,
                Rule::again => again = Some(self.cond(first(part)?)?),
                _ => count = Some(self.count(part)?),
            }
        }
        Some(AstTurn::Moves { at_most, count: count?, again })
    }

    fn law(&self, parts: &mut dyn Iterator<Item = P<'_>>) -> Option<AstLaw> {
        let must = parts.next()?.as_rule() == Rule::must;
        let deed = self.law_deed(first(parts.next()?)?)?;
        let mut law = AstLaw { must, deed, if_any_can: false, when: None };
        for part in parts {
            match part.as_rule() {
                Rule::if_any_can => law.if_any_can = true,
                _ => law.when = Some(self.when(part)?),
            }
        }
        Some(law)
    }

    fn law_deed(&self, pair: P<'_>) -> Option<AstLawDeed> {
        let rule = pair.as_rule();
        let mut parts = pair.into_inner();
        Some(match rule {
            Rule::capture_first_lap => AstLawDeed::Capture { places: None, first_lap: true },
            Rule::law_capture => {
                let places = match parts.next() {
                    Some(places) => Some(self.places(places)?),
                    None => None,
                };
                AstLawDeed::Capture { places, first_lap: false }
            }
            Rule::leave_seeds => {
                let who = self.player_ref(parts.next()?)?;
                let mut no = false;
                let mut places = None;
                for part in parts {
                    match part.as_rule() {
                        Rule::no_seeds => no = true,
                        _ => places = Some(self.places(part)?),
                    }
                }
                AstLawDeed::LeaveSeeds { who, no, places }
            }
            Rule::leave_empty => AstLawDeed::LeaveEmpty(self.place(parts.next()?)?),
            Rule::reach => AstLawDeed::Reach(self.place(parts.next()?)?),
            Rule::end_in => AstLawDeed::EndIn(self.place(parts.next()?)?),
            Rule::begin_from => AstLawDeed::BeginFrom(self.place(parts.next()?)?),
            Rule::begin_in => AstLawDeed::BeginIn(self.place(parts.next()?)?),
            _ => return None,
        })
    }

    /// A heading.
    pub fn heading(&self, pair: P<'_>) -> Option<HeadingLine> {
        let pair = first(pair)?;
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = pair.into_inner();
        Some(match rule {
            Rule::version => HeadingLine::Version(self.number(&parts.next()?)?.0, span),
            Rule::game => {
                let name = self.text(&parts.next()?);
                let like = parts.next().map(|t| self.text(&t));
                HeadingLine::Game(GameLine { name, like, span })
            }
            Rule::variation => HeadingLine::Variation(self.text(&parts.next()?), span),
            Rule::test => HeadingLine::Test(self.text(&parts.next()?), span),
            Rule::stage => {
                let name = self.text(&parts.next()?);
                let mut stage =
                    AstStage { name, each_player: false, until: None, span, sections: Vec::new() };
                for part in parts {
                    match part.as_rule() {
                        Rule::for_each_player => stage.each_player = true,
                        _ => stage.until = Some(self.cond(part)?),
                    }
                }
                HeadingLine::Stage(stage)
            }
            Rule::section => {
                let mut change = AstChange::Plain;
                let mut kind = None;
                for part in parts {
                    match words(&part) {
                        "new" => change = AstChange::New,
                        "first in" => change = AstChange::FirstIn,
                        "also in" => change = AstChange::AlsoIn,
                        "no" => change = AstChange::No,
                        "change in" => change = AstChange::ChangeIn,
                        name => kind = SectionKind::of_words(name),
                    }
                }
                HeadingLine::Section(change, kind?, span)
            }
            _ => return None,
        })
    }

    /// A line of a test.
    pub fn test_line(&self, pair: P<'_>) -> Option<TestLine> {
        let pair = first(pair)?;
        let rule = pair.as_rule();
        let mut parts = pair.into_inner();
        Some(match rule {
            Rule::with_variation => TestLine::Variation(self.text(&parts.next()?)),
            Rule::with_option => {
                TestLine::With(self.name(&parts.next()?), self.value(parts.next()?)?)
            }
            Rule::given_to_move => TestLine::GivenToMove(self.name(&parts.next()?)),
            Rule::given_again => TestLine::GivenAgain(self.name(&parts.next()?)),
            Rule::given_unmoved => TestLine::GivenUnmoved,
            Rule::given_note => {
                let note = self.name(&parts.next()?);
                let value = parts.next()?;
                let value = match value.as_rule() {
                    Rule::given_direction => AstValue::Word(self.name(&value)),
                    _ => self.value(value)?,
                };
                TestLine::GivenNote(note, value, parts.next().map(|who| self.name(&who)))
            }
            Rule::given_state => TestLine::GivenState(self.test_state(parts.next()?)?),
            Rule::given => {
                TestLine::Given(parts.map(|h| self.test_holding(h)).collect::<Option<Vec<_>>>()?)
            }
            Rule::lot_falls => TestLine::LotFalls(parts.map(|a| self.name(&a)).collect()),
            Rule::plays => {
                let who = self.name(&parts.next()?);
                TestLine::Plays(who, parts.map(|a| self.name(&a)).collect())
            }
            Rule::next_game_line => TestLine::NextGame,
            Rule::expect_choices => TestLine::ExpectChoices(parts.map(|a| self.name(&a)).collect()),
            Rule::expect_to_move => TestLine::ExpectToMove(self.name(&parts.next()?)),
            Rule::expect_win => {
                TestLine::ExpectWin(self.name(&parts.next()?), parts.next().is_some())
            }
            Rule::expect_loss => {
                TestLine::ExpectLoss(self.name(&parts.next()?), parts.next().is_some())
            }
            Rule::expect_draw => TestLine::ExpectDraw,
            Rule::expect_state => TestLine::ExpectState(self.test_state(parts.next()?)?),
            Rule::expect => {
                TestLine::Expect(parts.map(|h| self.test_holding(h)).collect::<Option<Vec<_>>>()?)
            }
            _ => return None,
        })
    }

    fn test_holding(&self, pair: P<'_>) -> Option<Holding> {
        let mut parts = pair.into_inner();
        let head = parts.next()?;
        let (place, owner) = if head.as_rule() == Rule::proper {
            (self.name(&parts.next()?), Some(self.name(&head)))
        } else {
            (self.name(&head), None)
        };
        let count = self.number(&parts.next()?)?.0;
        Some(Holding { place, owner, count, kind: self.optional_seed_kind(parts.next())? })
    }

    fn test_state(&self, pair: P<'_>) -> Option<TestState> {
        let mut parts = pair.into_inner();
        let hole = self.name(&parts.next()?);
        let next = parts.next()?;
        if next.as_rule() == Rule::closed {
            return Some(TestState { hole, mark: None, owner: None });
        }
        let owner = parts.next().map(|n| self.name(&n));
        Some(TestState { hole, mark: Some(self.name(&next)), owner })
    }
}

/// The modifiers of a mark or a note.
struct DeclModifiers {
    of_each_player: bool,
    life: Option<AstLife>,
    quiet: bool,
}
