//! Values of a form that the name of an input asks for, where its schema says only that it is a text: an account number
//! has check digits that no search finds in a few calls.

use nearmiss_search::{GeneSpec, GeneValue, is_named};

/// Values of inputs whose names have one of these words, the first that fits.
const BY_NAME: &[(&[&str], &[&str])] = &[
    (&["iban"], &["DE89370400440532013000", "GB82WEST12345698765432"]),
    (&["bic", "swift"], &["DEUTDEFF"]),
    (&["ean", "gtin", "barcode"], &["4006381333931"]),
    (&["isbn"], &["9783161484100"]),
    (&["cardnumber", "creditcard"], &["4111111111111111"]),
    (&["vat", "vatid", "vatnumber"], &["DE136695976"]),
    (&["email", "mail"], &["ada@example.com"]),
    (&["url", "uri", "href", "website", "homepage", "webhook"], &["https://example.com/a"]),
    (&["hostname", "domain"], &["example.com"]),
    (&["ip", "ipaddress"], &["192.0.2.1"]),
    (&["country", "countrycode"], &["DE", "US", "GB"]),
    (&["currency"], &["EUR", "USD"]),
    (&["language", "locale"], &["en", "de"]),
    (&["timezone", "tz"], &["Europe/Berlin"]),
    (&["phone", "mobile"], &["+15550100"]),
    (&["zip", "postcode", "postalcode"], &["10115"]),
    (&["colour", "color"], &["#336699"]),
    (&["uuid", "guid"], &["123e4567-e89b-42d3-a456-426614174000"]),
    (&["version", "semver"], &["1.0.0"]),
    (&["timestamp", "datetime"], &["2024-05-17T12:00:00Z"]),
    (&["date", "day", "since", "until", "deadline", "birthday"], &["2024-05-17"]),
];

/// Adds to the spec of an input with this name values of the form that it asks for, if it allows them and says nothing
/// more of its texts.
pub fn with_formed_values(name: &str, spec: GeneSpec) -> GeneSpec {
    match spec {
        GeneSpec::Optional(inner) => GeneSpec::Optional(Box::new(with_formed_values(name, *inner))),
        GeneSpec::Text { min_len, max_len } => {
            let fits = |text: &&&str| (min_len..=max_len).contains(&text.len());
            let values = BY_NAME.iter().find(|(words, _)| is_named(name, words));
            let values: Vec<GeneValue> = values
                .map(|(_, values)| values.iter().filter(fits).map(|text| GeneValue::text(text)))
                .into_iter()
                .flatten()
                .collect();
            match values.is_empty() {
                true => spec,
                false => GeneSpec::Suggested { values, inner: Box::new(spec) },
            }
        }
        _ => spec,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: GeneSpec = GeneSpec::Text { min_len: 0, max_len: 30 };

    #[test]
    fn a_name_asks_for_a_form() {
        let made = with_formed_values("billingEmail", GeneSpec::Optional(Box::new(TEXT)));
        let GeneSpec::Optional(inner) = made else { panic!("{made:?}") };
        let values = vec![GeneValue::text("ada@example.com")];
        assert_eq!(*inner, GeneSpec::Suggested { values, inner: Box::new(TEXT) });
    }

    #[test]
    fn other_names_and_what_says_more_are_left() {
        assert_eq!(with_formed_values("title", TEXT), TEXT);
        assert_eq!(with_formed_values("vocation", TEXT), TEXT);
        let short = GeneSpec::Text { min_len: 0, max_len: 5 };
        assert_eq!(with_formed_values("iban", short.clone()), short);
        let said = GeneSpec::Enum(vec![GeneValue::text("a")]);
        assert_eq!(with_formed_values("email", said.clone()), said);
    }
}
