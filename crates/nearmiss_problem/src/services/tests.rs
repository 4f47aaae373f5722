use nearmiss_search::{Action, GeneSpec, GeneValue, TemplateId, gene::Gene};
use rand::SeedableRng;

use super::*;
use crate::Part;

/// A test of two calls, the second of which sends `id`.
fn test(id: &str) -> Individual {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut gene = Gene::new(&GeneSpec::Text { min_len: 0, max_len: 40 }, &mut rng);
    gene.set_value(&GeneValue::text(id));
    let call = |genes| Action {
        template: TemplateId(0),
        genes,
        links: Vec::new(),
        user: None,
        malformed: None,
    };
    Individual { calls: vec![call(Vec::new()), call(vec![gene])], ..Individual::default() }
}

fn asked(call: usize, origin: &str, target: &str, number: i64) -> ToldService {
    let told = format!(r#"{{"o":"{origin}","m":"GET","t":"{target}","n":{number}}}"#);
    ToldService::Asked(AskedService::read(call, &told).unwrap())
}

fn note(services: &Services, individual: &Individual, told: &[ToldService]) -> Vec<(String, f64)> {
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    services.note(individual, &["GET:/a", "GET:/b/{id}"], told, &mut rng)
}

/// Lists what is set up for a test, a line each.
fn lines(services: &Services, individual: &Individual) -> Vec<String> {
    let line = |action| {
        let setup: Setup = services.lower(action).unwrap();
        let text = |parts: &Vec<Part>| match &parts[..] {
            [Part::Text(text)] => text.clone(),
            _ => panic!("{parts:?}"),
        };
        setup.arguments.iter().map(text).collect::<Vec<_>>().join(" ")
    };
    individual.setup.iter().map(line).collect()
}

#[test]
fn what_nobody_has_answered_is_tried_with_answers() {
    let services = Services::default();
    let individual = test("Oslo");
    let told = [asked(1, "https://w.example", "/cities/Oslo?a=b", -1)];
    let targets = note(&services, &individual, &told);
    assert_eq!(targets, [("Service_GET https://w.example/cities/*".to_owned(), UNANSWERED)]);
    assert_eq!(services.templates()[0].name, "services:GET https://w.example/cities/*");
    for _ in 0..40 {
        note(&services, &individual, &told);
    }
    let tried: Vec<String> =
        services.take().iter().flat_map(|made| lines(&services, made)).collect();
    assert!(tried[0].starts_with(r#""https://w.example" "GET" "/cities/*" 200 ""#), "{}", tried[0]);
    assert!(tried[1].ends_with(" 200 {}") && tried[3].ends_with(" 500"), "{tried:?}");
    assert_eq!(tried.len(), 10, "all of them, and one more a good while later: {tried:?}");
    let answered = note(&services, &individual, &[asked(1, "https://w.example", "/cities/1", 0)]);
    assert_eq!(answered[0].1, 1.0);
    assert!(services.take().is_empty());
}

#[test]
fn the_test_is_cut_behind_the_call_that_asked() {
    let services = Services::default();
    note(&services, &test("x"), &[asked(0, "http://a.example:81", "/", -1)]);
    assert_eq!(services.take()[0].calls.len(), 1);
}

#[test]
fn hosts_that_were_sent_to_the_api_are_no_services() {
    let services = Services::default();
    for (sent, origin) in [
        ("http://evil.example/x", "http://evil.example"),
        ("evil.example", "https://evil.example"),
        ("x", "https://_em_3_xyz_"),
    ] {
        assert!(note(&services, &test(sent), &[asked(1, origin, "/", -1)]).is_empty(), "{sent}");
    }
    assert!(services.templates().is_empty());
}

#[test]
fn what_is_read_of_an_answer_is_in_the_next_one() {
    let services = Services::default();
    let individual = test("x");
    let ask = asked(1, "https://w.example", "/", -1);
    note(&services, &individual, std::slice::from_ref(&ask));
    note(&services, &individual, &[ask]);
    let with_record = services.take().remove(1);
    let read = ["0,/main/temp", "0,/wind", "1,/of/another"]
        .map(|text| ToldService::Read(ReadAnswer::read(text).unwrap()));
    note(&services, &with_record, &read);
    let grown = services.take();
    assert_eq!(grown.len(), 1);
    let line = &lines(&services, &grown[0])[0];
    assert!(line.contains(r#"{"main":{"temp":""#) && line.contains(r#","wind":""#), "{line}");
    note(&services, &with_record, &read);
    assert!(services.take().is_empty(), "once");
}

/// A test whose only answer, to a request of its second call, is a record.
fn answered(services: &Services) -> Individual {
    let ask = asked(1, "https://w.example", "/", -1);
    note(services, &test("x"), std::slice::from_ref(&ask));
    note(services, &test("x"), &[ask]);
    services.take().remove(1)
}

#[test]
fn headers_that_are_read_are_in_the_next_answer_and_then_as_services_send_them() {
    let services = Services::default();
    let individual = answered(&services);
    let read = ToldService::Read(ReadAnswer::read("0h,/link").unwrap());
    note(&services, &individual, &[read]);
    let grown = services.take().remove(0);
    let line = &lines(&services, &grown)[0];
    assert!(line.contains(r#" 200 {} {"link":""#), "{line}");
    services.note_answered(&grown, 1, "GET:/b/{id}");
    let varied: Vec<String> =
        services.take().iter().flat_map(|made| lines(&services, made)).collect();
    assert!(varied.iter().any(|line| line.contains(r#"{"link":"</2?page=2>; rel=\"next\""}"#)));
    assert!(varied.iter().any(|line| line.ends_with(" 200 {}")), "{varied:?}");
}

#[test]
fn networks_fail_in_one_way_at_a_time() {
    let services = Services::default();
    let individual = answered(&services);
    services.note_answered(&individual, 1, "GET:/b/{id}");
    let made = services.take();
    let all: Vec<String> = made.iter().flat_map(|made| lines(&services, made)).collect();
    assert_eq!(all.len(), 6, "{all:?}");
    assert_eq!(all[2], r#""https://w.example" "GET" "/" "timeout""#);
    services.note_answered(&made[2], 1, "GET:/b/{id}");
    assert!(services.take().is_empty());
}

#[test]
fn what_is_asked_again_is_answered_otherwise() {
    let services = Services::default();
    let individual = answered(&services);
    let ask = asked(1, "https://w.example", "/", 0);
    note(&services, &individual, &[ask.clone(), ask]);
    let all = lines(&services, &services.take()[0]);
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all[0].ends_with(" 200 {}") && all[1].contains(r#" 200 ""#), "{all:?}");
}

#[test]
fn values_that_no_answer_can_have_are_not_given() {
    let services = Services::default();
    let mut individual = answered(&services);
    let genes = &mut individual.setup[0].genes;
    genes[0].send(GeneValue::Integer(i64::MAX));
    genes[1].set_value(&GeneValue::Absent);
    let header = |name: &str, value| (name.to_owned(), value);
    genes[2].send(GeneValue::Record(vec![
        header("etag", GeneValue::text(" a\r\nb\u{e9} ")),
        header("link", GeneValue::Null),
        header("retry-after", GeneValue::Integer(3)),
    ]));
    let line = &lines(&services, &individual)[0];
    assert!(line.ends_with(r#" 500 "" {"etag":"ab","retry-after":"3"}"#), "{line}");
}

#[test]
fn endpoints_are_saved_and_restored() {
    let services = Services::default();
    note(&services, &test("x"), &[asked(0, "https://w.example", "/a/7", -1)]);
    let restored = Services::default();
    restored.restore(services.save());
    restored.restore(services.save());
    assert_eq!(restored.templates().len(), 1);
    assert_eq!(restored.templates()[0].name, services.templates()[0].name);
}
