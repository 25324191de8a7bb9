//! Prints a program as text, for readers who want to know why a game runs as it does.

use super::{
    Act, AnswerSpec, Block, Code, EndRule, FirstFall, FirstToEnd, Lane, LaneRole, LaneSet,
    LapDirection, LapSpec, MoveFact, MovePart, NumberExpr, NumberRange, Parity, PlaceExpr, Program,
    QuestionSpec, Reply, TakeAmount, Test, Unsupported,
};
use crate::model::{ClauseId, KindId, Model, Seat};
use std::fmt::Write as _;

/// Writes a program of a model.
struct Writer<'a> {
    program: &'a Program,
    model: &'a Model,
    text: String,
}

impl Program {
    /// The program as text, one line for each statement. Players with equal rules are all written, since a
    /// program names every hole.
    pub fn to_text(&self, model: &Model) -> String {
        let mut writer = Writer { program: self, model, text: String::new() };
        writer.program();
        writer.text
    }

    /// The names of some lanes, as in the text.
    pub fn names(&self, lanes: &LaneSet, model: &Model) -> String {
        Writer { program: self, model, text: String::new() }.list(lanes.iter())
    }

    /// The player of the code at an index, and its stage if there are several.
    pub fn heading(&self, at: usize, model: &Model) -> String {
        let player = model.player(Seat((at % self.seats) as u8));
        let stage = model.stages.get(at / self.seats).map_or("", |stage| &stage.name);
        if stage.is_empty() { player.to_owned() } else { format!("{player}, {stage}") }
    }
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:1$}{2}", "", 2 * depth, text.as_ref());
    }

    fn program(&mut self) {
        let lanes: Vec<String> =
            (0..self.program.lanes.len()).map(|i| self.lane(Lane(i as u8))).collect();
        self.line(0, format!("lanes: {}", lanes.join(" ")));
        let unsupported: Vec<Unsupported> = self.program.unsupported().cloned().collect();
        if !unsupported.is_empty() {
            self.line(0, "left to the reference engine, with the whole move that meets it:");
        }
        for clause in unsupported {
            let line = self.unsupported(&clause);
            self.line(1, line);
        }
        for (at, code) in self.program.codes.iter().enumerate() {
            self.line(0, self.program.heading(at, self.model));
            self.code(code);
        }
    }

    fn code(&mut self, code: &Code) {
        if let Some(unsupported) = &code.unsupported {
            let line = format!("left to the reference engine: {}", unsupported.reason);
            return self.line(1, line);
        }
        for begin in &code.starts {
            let (test, holes) = (self.when(&begin.test), self.places(&begin.holes));
            self.line(1, format!("move{test}: sow one of {holes}"));
        }
        if let Some(opening) = &code.opening {
            self.line(1, "move");
            self.block(2, opening);
        }
        if let Some(FirstToEnd(first)) = code.at_once {
            let next = if first { ", the first to end moves next" } else { "" };
            self.line(1, format!("both players move at once{next}"));
        }
        for law in &code.laws {
            let (when, test) = (self.when(&law.when), self.test(&law.test));
            let any = if law.if_any_can { ", if any can" } else { "" };
            let begins = law.begins.as_ref().map(|(must, each)| {
                let each = each.iter().map(|(lane, test)| self.lane(*lane) + &self.when(test));
                let not = if *must { "" } else { "not " };
                format!("the move begins {not}with {}", each.collect::<Vec<_>>().join(" or "))
            });
            let test = begins.unwrap_or(test);
            self.line(1, format!("allowed{when}: {test}{any}"));
        }
        for (place, headings) in code.headings.iter().enumerate() {
            for (test, heading) in headings {
                let (place, when) = (self.lane(Lane(place as u8)), self.when(test));
                let heading = self.heading(*heading);
                self.line(1, format!("heading from {place}{when}: {heading}"));
            }
        }
        for (place, ways) in code.ways.iter().enumerate() {
            for (test, way) in ways {
                let Some(sowing) = code.sowings.get(*way) else { continue };
                let path = self.list(sowing.path.iter().copied());
                let each = sowing.each.as_ref();
                let each = each.map(|each| format!(", {} in each", self.number(each)));
                let each = each.unwrap_or_default();
                let passing = sowing.passing.iter();
                let passing: String = passing
                    .map(|(lane, test)| {
                        format!(", not {} when {}", self.lane(*lane), self.test(test))
                    })
                    .collect();
                let any_order = match sowing.any_order == Test::Never {
                    true => String::new(),
                    false => format!(", in any order{}", self.when(&sowing.any_order)),
                };
                let (place, when) = (self.lane(Lane(place as u8)), self.when(test));
                let back = if sowing.backward && !code.headings.is_empty() {
                    ", against the ring"
                } else {
                    ""
                };
                let start = match sowing.start {
                    FirstFall::PathStart => "",
                    FirstFall::AfterLastLap => ", on from the last seed",
                    FirstFall::Nowhere => ", beginning nowhere: it never ends",
                };
                self.line(
                    1,
                    format!(
                        "way from {place}{when}{back}{start}: {path}{passing}{each}{any_order}"
                    ),
                );
            }
        }
        for (lane, value, test) in &code.expiry_tests {
            let holds = value.map(|n| format!(", if it is {n},")).unwrap_or_default();
            let (lane, test) = (self.lane(*lane), self.test(test));
            self.line(1, format!("lift {lane}{holds} as soon as {test}"));
        }
        self.by_place("before a lap from", &code.before_lap);
        self.by_place("each seed in", &code.each_seed);
        if !code.any_time.is_empty() {
            self.line(1, "after every fall and every capture");
            self.block(2, &code.any_time);
        }
        self.by_place("last seed in", &code.last_seed[0]);
        self.by_place("last seed, against the ring, in", &code.last_seed[1]);
        self.by_place("endless, last seed in", &code.never_ends[0]);
        self.by_place("endless, last seed, against the ring, in", &code.never_ends[1]);
        if !code.after_move.is_empty() {
            self.line(1, "after the move");
            self.block(2, &code.after_move);
        }
        for (next, block) in code.end.iter().enumerate().filter(|(_, block)| !block.is_empty()) {
            let next = self.model.player(Seat(next as u8)).to_owned();
            self.line(1, format!("end, {next} about to move"));
            self.block(2, block);
        }
    }

    /// The cases of an occasion by place; places with equal cases share a line.
    fn by_place(&mut self, occasion: &str, blocks: &[Block]) {
        let mut groups: Vec<(&Block, LaneSet)> = Vec::new();
        for (place, block) in blocks.iter().enumerate().filter(|(_, block)| !block.is_empty()) {
            match groups.iter_mut().find(|(its, _)| *its == block) {
                Some((_, places)) => places.insert(Lane(place as u8)),
                None => groups.push((block, Lane(place as u8).into())),
            }
        }
        for (block, places) in groups {
            let places = self.list(places.iter());
            self.line(1, format!("{occasion} {places}"));
            self.block(2, block);
        }
    }

    fn block(&mut self, depth: usize, block: &Block) {
        for (i, list) in block.iter().enumerate() {
            if i > 0 {
                self.line(depth, "also");
            }
            for case in list {
                let test = self.test(&case.test);
                self.line(depth, format!("{test} -> {}", self.clause(case.clause)));
                case.acts.iter().for_each(|act| self.act(depth + 1, act));
            }
        }
    }

    fn act(&mut self, depth: usize, act: &Act) {
        let text = match act {
            Act::Move { from, hand, share, kind, to, capture, after } => {
                let verb = if capture.is_some() { "capture" } else { "move" };
                let (share, from) = (self.share_of(share, *kind), self.places(from));
                let to = match to.only() {
                    Some(lane) => self.lane(lane),
                    None => format!("the first of {}", self.places(to)),
                };
                let hand = if *hand { " and the seeds being sown" } else { "" };
                self.line(depth, format!("{verb} {share}{from}{hand} to {to}"));
                if !after.is_empty() {
                    self.line(depth, "after the capture");
                    self.block(depth + 1, after);
                }
                return;
            }
            Act::Sow(LapSpec { from, all, share, kind, heading, first }) => {
                let each = |of: &[(Lane, Test)]| {
                    let each = of.iter().map(|(lane, test)| self.lane(*lane) + &self.when(test));
                    each.collect::<Vec<_>>().join(if *all { " and " } else { " or " })
                };
                let share = self.share_of(share, *kind);
                let first = first.as_ref().map(|first| {
                    let places = if let PlaceExpr::Each(first) = first {
                        each(first)
                    } else {
                        self.places(first)
                    };
                    format!(", beginning in {places}")
                });
                let way = heading.map(|heading| format!(", {}", self.heading(heading)));
                let details = [way, first].into_iter().flatten();
                format!("sow {share}{}{}", each(from), details.collect::<String>())
            }
            Act::Set(lane, n) => format!("set {} to {}", self.lane(*lane), self.number(n)),
            Act::SetEach(lanes, n) => format!("set each of {} to {n}", self.places(lanes)),
            Act::Add(lane, n) => format!("add {} to {}", self.number(n), self.lane(*lane)),
            Act::Cases(block) => return self.block(depth, block),
            Act::Chain(blocks) => {
                for block in blocks.iter() {
                    self.line(depth, "then, if a case fits");
                    self.block(depth + 1, block);
                }
                return;
            }
            Act::Try { acts, test, .. } => {
                let test = self.test(test);
                self.line(depth, format!("undone unless {test} afterwards"));
                return acts.iter().for_each(|act| self.act(depth + 1, act));
            }
            Act::Ask(ask) => return self.ask(depth, ask),
            Act::PlayAgain => "play again".into(),
            Act::Pass => "pass".into(),
            Act::EndMove => "end the move".into(),
            Act::EndTurn => "end the turn".into(),
            Act::EndStage => "end the stage".into(),
            Act::EndGame(ending) => match ending {
                EndRule::Judged => "end the game".into(),
                EndRule::Wins(seat) => format!("{} wins", self.model.player(*seat)),
                EndRule::Loses(seat) => format!("{} loses", self.model.player(*seat)),
                EndRule::Drawn => "the game is drawn".into(),
            },
            Act::Unsupported(unsupported) => {
                format!("left to the reference engine: {}", unsupported.reason)
            }
        };
        self.line(depth, text);
    }

    fn share_of(&self, share: &TakeAmount, kind: Option<KindId>) -> String {
        let of = kind.map(|kind| format!("of kind {} in ", self.model.seed(Some(kind))));
        self.share(share) + &of.unwrap_or_default()
    }

    fn share(&self, share: &TakeAmount) -> String {
        match share {
            TakeAmount::All => String::new(),
            TakeAmount::Half => "half of ".into(),
            TakeAmount::Number(n) => format!("{} of ", self.number(n)),
            TakeAmount::Chosen(_, from, to) => {
                format!(
                    "as many as are chosen from {} to {} of ",
                    self.number(from),
                    self.number(to)
                )
            }
            TakeAmount::WholePlaces(_) => "the first, as many as are chosen, of ".into(),
            TakeAmount::ChosenPlaces(_, many) => format!("{} chosen of ", self.number(many)),
        }
    }

    fn heading(&self, heading: LapDirection) -> String {
        match heading {
            LapDirection::Fixed(backward) => round(backward).into(),
            LapDirection::AsFirst => "as in the first lap".into(),
            LapDirection::Reversed => "against the lap before".into(),
            LapDirection::Noted(lane) => format!("as {} tells", self.lane(lane)),
            LapDirection::Chosen => "as the player chooses".into(),
            LapDirection::NotedOrChosen(lane) => {
                format!("as {} tells, or as the player chooses", self.lane(lane))
            }
        }
    }

    fn ask(&mut self, depth: usize, ask: &QuestionSpec) {
        self.line(depth, if ask.is_either { "asked what to do" } else { "asked" });
        for AnswerSpec { reply, test, goes_on: _, acts } in &ask.answers {
            let reply = match reply {
                Reply::Place(lane) => self.lane(*lane),
                Reply::Which(which) => self.model.alternative(*which).text.clone(),
                Reply::InOrder(lane, class) => {
                    format!("{}, of class {}", self.lane(*lane), class + 1)
                }
                Reply::Direction(backward) => round(*backward).into(),
                Reply::Stop => "stop".into(),
                Reply::GoOn => "go on".into(),
                Reply::Yes => "yes".into(),
                Reply::No => "no".into(),
                Reply::Number(n) => n.to_string(),
                Reply::Seed(kind) => self.model.seed(*kind).to_owned(),
            };
            let when = self.when(test);
            self.line(depth + 1, reply + &when);
            acts.iter().for_each(|act| self.act(depth + 2, act));
        }
        if !ask.otherwise.is_empty() {
            self.line(depth + 1, "where there is nothing to answer");
            ask.otherwise.iter().for_each(|act| self.act(depth + 2, act));
        }
    }

    fn unsupported(&self, unsupported: &Unsupported) -> String {
        match unsupported.clause {
            Some(clause) => format!("{}: {}", self.clause(clause), unsupported.reason),
            None => unsupported.reason.to_owned(),
        }
    }

    fn clause(&self, clause: ClauseId) -> &str {
        &self.model.clause(clause).text
    }

    fn lane(&self, lane: Lane) -> String {
        let player = |seat: &Seat| self.model.player(*seat);
        match self.program.lanes.get(lane.index()) {
            Some(LaneRole::Seeds(place)) => self.model.place(*place).to_owned(),
            Some(LaneRole::Mark(mark, place)) => {
                let mark = self.model.marks.get(mark.index()).map_or("", |m| &m.name);
                format!("{mark}@{}", self.model.place(*place))
            }
            Some(LaneRole::PlayerMark(mark, seat)) => {
                let mark = self.model.marks.get(mark.index()).map_or("", |m| &m.name);
                format!("{mark}@{}", player(seat))
            }
            Some(LaneRole::Note(slot)) => format!("note {slot}"),
            Some(LaneRole::Stage(seat)) => format!("stage@{}", player(seat)),
            Some(LaneRole::ExtraMoves(seat)) => format!("again@{}", player(seat)),
            Some(LaneRole::MovesLeft) => "moves-left".into(),
            Some(LaneRole::MovesMade) => "moves-made".into(),
            Some(LaneRole::TurnCaptured) => "captured-before".into(),
            Some(LaneRole::TurnDirection) => "went-before".into(),
            Some(LaneRole::TurnSown(place)) => format!("sown-before@{}", self.model.place(*place)),
            Some(LaneRole::LastCapture) => "captured".into(),
            Some(LaneRole::SowingHand) => "sown".into(),
            Some(LaneRole::Kind(of, kind)) => {
                format!("{}@{}", self.model.seed(Some(*kind)), self.lane(*of))
            }
            Some(LaneRole::Moved(seat)) => format!("moved@{}", player(seat)),
            Some(LaneRole::Played(seat)) => format!("played@{}", player(seat)),
            Some(LaneRole::Owner(place)) => format!("owner@{}", self.model.place(*place)),
            Some(LaneRole::Closed(place)) => format!("closed@{}", self.model.place(*place)),
            None => "nothing".into(),
        }
    }

    fn list(&self, lanes: impl Iterator<Item = Lane>) -> String {
        let lanes: Vec<String> = lanes.map(|lane| self.lane(lane)).collect();
        if lanes.is_empty() { "nowhere".into() } else { lanes.join(" ") }
    }

    fn one_of(&self, lanes: &LaneSet) -> String {
        let list = self.list(lanes.iter());
        if lanes.len() == 1 { list } else { format!("({list})") }
    }

    fn places(&self, lanes: &PlaceExpr) -> String {
        let each = |each: &[(Lane, Test)], word: &str| {
            let each = each.iter().map(|(lane, test)| self.lane(*lane) + &self.when(test));
            each.collect::<Vec<_>>().join(word)
        };
        match lanes {
            PlaceExpr::All(set) => format!("({})", self.list(set.iter())),
            PlaceExpr::Holding(set, range) => {
                format!("({} holding {})", self.list(set.iter()), self.range(range))
            }
            PlaceExpr::Each(all) => format!("({})", each(all, "; ")),
            PlaceExpr::Run(run) => format!("(one after the other {})", each(run, ", then ")),
            PlaceExpr::Union(parts) => {
                let parts = parts.iter().map(|part| self.places(part));
                parts.collect::<Vec<_>>().join(" and ")
            }
            PlaceExpr::Cases(cases) => {
                let case = |(test, of): &(Test, PlaceExpr)| self.places(of) + &self.when(test);
                format!("({})", cases.iter().map(case).collect::<Vec<_>>().join(", else "))
            }
        }
    }

    fn range(&self, range: &NumberRange) -> String {
        let bounds = match (range.least, range.most) {
            (least, most) if least == most => return least.to_string(),
            (least, i64::MAX) => format!("{} or more", least.max(0)),
            (least, most) if least <= 0 => format!("{most} or fewer"),
            (least, most) => format!("{least} to {most}"),
        };
        match range.parity {
            Parity::Any => bounds,
            Parity::Even => format!("an even number, {bounds}"),
            Parity::Odd => format!("an odd number, {bounds}"),
        }
    }

    fn when(&self, test: &Test) -> String {
        match *test == Test::Always {
            true => String::new(),
            false => format!(" when {}", self.test(test)),
        }
    }

    fn test(&self, test: &Test) -> String {
        let joined = |tests: &[Test], word: &str| {
            let each = tests.iter().map(|test| match matches!(test, Test::All(_) | Test::Any(_)) {
                true => format!("({})", self.test(test)),
                false => self.test(test),
            });
            each.collect::<Vec<_>>().join(word)
        };
        match test {
            Test::Never => "never".into(),
            Test::Always => "always".into(),
            Test::Holds(lane, range) => format!("{} holds {}", self.lane(*lane), self.range(range)),
            Test::Before(range) => format!("it held {}", self.range(range)),
            Test::After(range) => format!("it has come to hold {}", self.range(range)),
            Test::Held(range) => format!("the origin held {}", self.range(range)),
            Test::LapHeld(range) => format!("the origin of the lap held {}", self.range(range)),
            Test::Empty(lanes) => format!("({}) hold nothing", self.list(lanes.iter())),
            Test::Occupied(lanes) => format!("({}) hold seeds", self.list(lanes.iter())),
            Test::Many { lanes, range, least, most } => {
                let most = if *most == u16::MAX { i64::MAX } else { i64::from(*most) };
                let many = self.range(&NumberRange::between(i64::from(*least), most));
                format!("{many} of ({}) hold {}", self.list(lanes.iter()), self.range(range))
            }
            Test::Number(number, range) => {
                format!("{} is {}", self.number(number), self.range(range))
            }
            Test::AtMost(a, b) => format!("{} is at most {}", self.number(a), self.number(b)),
            Test::Origin { first, places } => {
                let lap = if *first { "move" } else { "lap" };
                format!("the {lap} began from {}", self.one_of(places))
            }
            Test::Sown { during, places } => {
                let during = match during {
                    MovePart::Lap => "this lap",
                    MovePart::FirstLap => "the first lap",
                    MovePart::LastLap => "the lap before",
                    MovePart::Move => "this move",
                };
                format!("a seed fell in {} in {during}", self.one_of(places))
            }
            Test::Last(places) => format!("the last seed fell in {}", self.one_of(places)),
            Test::FellBefore(places) => format!("the seed before fell in {}", self.one_of(places)),
            Test::FirstFell { first, places } => {
                let lap = if *first { "the first lap" } else { "the lap" };
                format!("the first seed of {lap} fell in {}", self.one_of(places))
            }
            Test::Not(inner) => format!("not ({})", self.test(inner)),
            Test::All(all) => joined(all, " and "),
            Test::Any(any) => joined(any, " or "),
            Test::Cases(cases) => {
                let case = |(when, test): &(Test, Test)| self.test(test) + &self.when(when);
                format!("({})", cases.iter().map(case).collect::<Vec<_>>().join(", else "))
            }
            Test::Fact(fact) => match fact {
                MoveFact::LapForward(backward) => format!("the lap went {}", round(*backward)),
                MoveFact::FirstLapWent(backward) => {
                    format!("the first lap went {}", round(*backward))
                }
                MoveFact::LastLapWent(backward) => {
                    format!("the lap before went {}", round(*backward))
                }
                MoveFact::LapCaptured => "this lap captured".into(),
                MoveFact::FirstLapCaptured => "the first lap captured".into(),
                MoveFact::LastLapCaptured => "the lap before captured".into(),
                MoveFact::MoveCaptured => "this move captured".into(),
                MoveFact::FirstLap => "this is the first lap".into(),
            },
            Test::Fell(kind) => format!("a {} fell", self.model.seed(Some(*kind))),
            Test::NoMove(seat) => format!("{} has no move", self.model.player(*seat)),
            Test::Returns(times) => format!("the position occurs {times} times"),
        }
    }

    fn number(&self, number: &NumberExpr) -> String {
        let two = |a: &NumberExpr, sign: char, b: &NumberExpr| {
            format!("({} {sign} {})", self.number(a), self.number(b))
        };
        match number {
            NumberExpr::Fixed(n) => n.to_string(),
            NumberExpr::Sum(lanes) => format!("seeds in {}", self.places(lanes)),
            NumberExpr::Count(lanes) => format!("number of {}", self.places(lanes)),
            NumberExpr::Hand => "seeds in the sowing hand".into(),
            NumberExpr::OtherHand => "seeds in the other's sowing hand".into(),
            NumberExpr::Lane(lane) => self.lane(*lane),
            NumberExpr::LaneBeforeFall(lane) => {
                format!("{} before the seed fell", self.lane(*lane))
            }
            NumberExpr::Fallen(true) => "what it held".into(),
            NumberExpr::Fallen(false) => "what it came to hold".into(),
            NumberExpr::FallenEarlier => "what the hole of the seed before held".into(),
            NumberExpr::Held { first: true } => "what the first origin held".into(),
            NumberExpr::Held { first: false } => "what the origin held".into(),
            NumberExpr::FallenOf(before, kind) => {
                let held = if *before { "held" } else { "came to hold" };
                format!("what it {held} of kind {}", self.model.seed(Some(*kind)))
            }
            NumberExpr::SumOf(lanes, kind) => {
                let kind = self.model.seed(Some(*kind));
                format!("seeds of kind {kind} in {}", self.places(lanes))
            }
            NumberExpr::Cases(cases) => {
                let case = |(test, n): &(Test, NumberExpr)| self.number(n) + &self.when(test);
                format!("({})", cases.iter().map(case).collect::<Vec<_>>().join(", else "))
            }
            NumberExpr::Fraction(over, under, up, of) => {
                let up = if *up { ", rounded up" } else { "" };
                format!("{over}/{under} of {}{up}", self.number(of))
            }
            NumberExpr::Add(a, b) => two(a, '+', b),
            NumberExpr::Sub(a, b) => two(a, '-', b),
            NumberExpr::Mul(a, b) => two(a, '*', b),
        }
    }
}

/// The text of a direction.
fn round(backward: bool) -> &'static str {
    if backward { "against the ring" } else { "along the ring" }
}
