//! Where and when a game is played, and what cannot be so.

use super::report::DiagnosticReport;
use super::walk;
use crate::diagnostic::{Diagnostic, Fix};
use crate::span::Span;
use crate::syntax::ast::{About, AstCoordinates, AstYears, Degrees, File, GeoPoint, StatementKind};

/// The last year that can be written. (Nothing here reads a clock.)
const LAST_YEAR: u32 = 2100;

/// A place where a game is played: a line `played`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedIn<'d> {
    /// The place in words.
    pub text: &'d str,
    /// Where it is, if the description says so.
    pub point: Option<GeoPoint>,
}

/// Reports coordinates and years that cannot be.
pub(super) fn check(files: &[File], report: &mut DiagnosticReport) {
    let sections = files.iter().flat_map(File::sections);
    for statement in sections.flat_map(|section| walk::statements(&section.statements)) {
        let StatementKind::About(About { coordinates, years, .. }) = &statement.kind else {
            continue;
        };
        coordinates.iter().for_each(|at| check_coordinates(at, report));
        years.iter().for_each(|years| check_years(years, report));
    }
}

fn check_coordinates(at: &AstCoordinates, report: &mut DiagnosticReport) {
    let sides = [
        (at.point.latitude, at.latitude, 90, "north or south of the equator"),
        (at.point.longitude, at.longitude, 180, "east or west of Greenwich"),
    ];
    for (angle, span, most, which) in sides {
        if angle.abs() > Degrees::whole(most) {
            let message = format!("{} degrees are too many", angle.abs());
            report.add(
                Diagnostic::error("coordinates-out-of-range", span, message)
                    .found(format!("more than {most} degrees {which}"))
                    .help(format!("no place is more than {most} degrees {which}")),
            );
        }
    }
}

fn check_years(written: &AstYears, report: &mut DiagnosticReport) {
    let AstYears { years, first, last } = *written;
    let mut is_year = true;
    let own = last.zip(years.last);
    for (year, span) in
        [Some((years.first, first)), own.map(|(span, year)| (year, span))].into_iter().flatten()
    {
        if !(1..=LAST_YEAR).contains(&year) {
            is_year = false;
            report.add(no_year(year, span));
        }
    }
    if let Some((span, to)) = own.filter(|(_, to)| *to < years.first && is_year) {
        let both = first.to(span);
        report.add(
            Diagnostic::error("years-backwards", both, format!("{to} is before {}", years.first))
                .found("the years end before they begin")
                .fix(Fix::guess(both, format!("{to} to {}", years.first))),
        );
    }
}

fn no_year(year: u32, span: Span) -> Diagnostic {
    Diagnostic::error("year-out-of-range", span, format!("{year} is not a year of a period"))
        .found(format!("not from 1 to {LAST_YEAR}"))
        .help("write a year of our era; if the game is still played, leave out `to` and its year")
}
