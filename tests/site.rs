//! The index page of a site with many games: the map, and the lists below it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use mnc::diagnostic::Severity;
use mnc::document::{SiteEntry, site_index};
use mnc::library::{Library, Shipped};
use mnc::resolve::{self, Setting};
use std::collections::{BTreeMap, BTreeSet};

fn entry(file: &str, text: &str) -> SiteEntry {
    let (description, findings) = resolve::load("test.mnc", text, &Shipped);
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    assert_eq!(errors.count(), 0, "{findings:?}");
    let (model, _) = description.build(&Setting::default());
    SiteEntry::of(file, &description, &model.expect("it builds"))
}

/// A game with these lines of *about*.
fn game(name: &str, about: &str) -> SiteEntry {
    let text = format!("mnc 1\ngame \"{name}\" like \"Kalah\"\nabout\n{about}");
    entry(&format!("{}.html", name.to_lowercase()), &text)
}

/// A dot: the page that it links to, its title, and where it is.
type Dot = (String, String, f64, f64);

fn dots(page: &str) -> Vec<Dot> {
    let page = page.strip_prefix("<!DOCTYPE html>\n").expect("a doctype");
    let page = roxmltree::Document::parse(page).unwrap_or_else(|why| panic!("{why}"));
    let circles = page.descendants().filter(|node| node.tag_name().name() == "circle");
    let dot = |circle: roxmltree::Node<'_, '_>| {
        let link = circle.parent_element().expect("a parent");
        assert_eq!(link.tag_name().name(), "a", "a dot is a link, so the keyboard reaches it");
        let title = link.children().find(|node| node.tag_name().name() == "title");
        let number = |name: &str| circle.attribute(name).unwrap().parse::<f64>().unwrap();
        let title = title.and_then(|title| title.text()).expect("a title").to_owned();
        (link.attribute("href").unwrap().to_owned(), title, number("cx"), number("cy"))
    };
    circles.map(dot).collect()
}

#[test]
fn a_place_is_a_dot_where_it_belongs() {
    let page = site_index(&[
        game("North", "  played \"A <place>\" at 60 N 90 E\n  period \"seen in 1971\" in 1971\n"),
        game("South", "  played \"Quito (Ecuador)\" at 0.5 S 78.25 W\n  played \"Haiti\"\n"),
    ]);
    let expected: Vec<Dot> = vec![
        ("north.html".into(), "North: A <place> (in 1971)".into(), 540.0, 60.0),
        ("south.html".into(), "South: Quito (Ecuador)".into(), 203.5, 181.0),
    ];
    assert_eq!(dots(&page), expected);
    let without_map = site_index(&[game("Nowhere", "  played \"Haiti\"\n")]);
    assert!(!without_map.contains("<svg"), "no coordinates, no map");
}

/// What the map shows is in the list, too.
#[test]
fn the_list_has_what_the_map_has() {
    let page = site_index(&[
        game(
            "First",
            "  played \"Adwa (Ethiopia)\" at 14.16 N 38.9 E\n  period \"since\" from 1971\n",
        ),
        game("Second", "  played \"Ethiopia\"\n"),
        game("Third", "  played \"online\"\n"),
    ]);
    let list = page.split("id=\"places\"").nth(1).expect("a list of places");
    let lines = [
        "<h3>East Africa</h3>",
        "<dt>Ethiopia</dt><dd><a href=\"first.html\">First</a> (Adwa (Ethiopia), 14.16 N 38.9 E, from 1971); \
         <a href=\"second.html\">Second</a></dd>",
        "<h3>Elsewhere</h3>",
        "<dt>Elsewhere</dt><dd><a href=\"third.html\">Third</a> (online)</dd>",
    ];
    let mut rest = list;
    for line in lines {
        let (_, after) = rest.split_once(line).unwrap_or_else(|| panic!("{line}\n{rest}"));
        rest = after;
    }
}

/// Every place of every shipped game has its own dot; no dot covers another one, and each is near its place.
#[test]
fn all_shipped_games_are_on_the_map() {
    let mut entries = Vec::new();
    for shipped in Library::shipped().games() {
        entries.push(entry(&format!("{}.html", shipped.stem()), &shipped.text));
    }
    let page = site_index(&entries);
    let dots = dots(&page);
    let mut expected: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries {
        let known = entry.places.iter().filter(|place| place.point.is_some()).count();
        if known > 0 {
            expected.insert(&entry.file, known);
        }
    }
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    dots.iter().for_each(|(page, ..)| *found.entry(page).or_default() += 1);
    assert!(expected.len() > 100, "{}", expected.len());
    assert_eq!(found, expected);
    let places = entries.iter().flat_map(|entry| &entry.places).filter_map(|place| place.point);
    for (nth, ((page, title, x, y), point)) in dots.iter().zip(places).enumerate() {
        for (other, _, u, v) in &dots[..nth] {
            assert!((x - u).hypot(y - v) > 4.5, "{page} covers {other}");
        }
        let (longitude, latitude) = (x / 2.0 - 180.0, 90.0 - y / 2.0);
        let far = (longitude - point.longitude.as_f64()).hypot(latitude - point.latitude.as_f64());
        assert!(far < 30.0, "{title}: {far} degrees from its place");
    }
    let in_list = page.split("id=\"places\"").nth(1).unwrap().split("</section>").next().unwrap();
    let pages: BTreeSet<&str> =
        in_list.split("href=\"").skip(1).filter_map(|l| l.split('"').next()).collect();
    assert!(expected.keys().all(|page| pages.contains(page)), "the list has every game of the map");
}
