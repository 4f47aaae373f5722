//! Names, as they are compared.

/// The letters and digits of a text in lower case: `vatId`, `vat_id` and `VAT-ID` are one name.
///
/// # Example
/// ```
/// assert_eq!(nearmiss_search::letters_and_digits("shipping_AddressId"), "shippingaddressid");
/// assert_eq!(nearmiss_search::letters_and_digits("Größe-2"), "größe2");
/// ```
#[must_use]
pub fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
