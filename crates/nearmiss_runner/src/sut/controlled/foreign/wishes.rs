//! What a driver of EvoMaster's says that inputs should be, as facts of our runtime. Its names of taints may be in any
//! case, its expressions are Java's, and what it asks for may be a type: that is told as a schema.

use std::sync::PoisonError;

use nearmiss_targets::layout::fact;
use nearmiss_wire::StringSpecializationInfoDto;
use serde_json::{Value, json};

use super::json_schema;
use crate::control::SearchWords;
use crate::java::{JavaRegex, Translations, date_expression};
use crate::marked::MARK;
use crate::shared_map::Fact;

/// The taints in a text: their numbers, and the text before, between and behind them.
#[derive(Debug, Eq, PartialEq)]
struct Tainted {
    numbers: Vec<u32>,
    fixed: Vec<String>,
}

impl Tainted {
    /// Finds the names of taints, in any case: an API may have changed it.
    fn of(text: &str) -> Self {
        let upper = text.to_ascii_uppercase();
        let (mut numbers, mut fixed, mut done, mut from) = (Vec::new(), Vec::new(), 0, 0);
        while let Some(start) = upper[from..].find("_EM_").map(|at| from + at) {
            let digits = &upper[start + 4..];
            let length = digits.bytes().take_while(u8::is_ascii_digit).count();
            let number = digits[..length].parse();
            match number {
                Ok(number) if digits[length..].starts_with("_XYZ_") => {
                    numbers.push(number);
                    fixed.push(text[done..start].to_owned());
                    done = start + 4 + length + 5;
                    from = done;
                }
                _ => from = start + 4,
            }
        }
        fixed.push(text[done..].to_owned());
        Self { numbers, fixed }
    }

    /// The number of the taint that is all of the text.
    fn exact(&self) -> Option<u32> {
        match self.numbers[..] {
            [number] if self.fixed.iter().all(String::is_empty) => Some(number),
            _ => None,
        }
    }
}

/// Facts about the inputs of one action.
pub(super) struct Wishes<'a> {
    pub words: &'a SearchWords,
    pub action: u16,
    pub facts: &'a mut Vec<Fact>,
}

impl Wishes<'_> {
    fn tell(&mut self, kind: u16, taint: u32, text: &str) {
        let fact = (kind, self.action, taint, text.encode_utf16().collect());
        if !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    fn translations<T>(&self, run: impl FnOnce(&mut Translations) -> T) -> T {
        run(&mut self.words.translations.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes in what the text `name`, which is a taint or has some in it, should have been.
    pub fn take_in(&mut self, name: &str, wanted: &StringSpecializationInfoDto) {
        let tainted = Tainted::of(name);
        let (kind, value) =
            (wanted.string_specialization.as_str(), wanted.value.as_deref().unwrap_or_default());
        match tainted.exact() {
            Some(taint) => self.whole(taint, kind, value),
            None if !tainted.numbers.is_empty() => self.parts(&tainted, kind, value),
            None => {}
        }
    }

    /// An input is all of a text.
    fn whole(&mut self, taint: u32, kind: &str, value: &str) {
        match kind {
            "CONSTANT" => self.tell(fact::CONSTANT, taint, value),
            // The same word in another case is the same wish.
            "CONSTANT_IGNORE_CASE" => {
                self.tell(fact::CONSTANT_IGNORE_CASE, taint, &value.to_ascii_lowercase());
            }
            "REGEX_WHOLE" | "REGEX_PARTIAL" => self.expression(taint, kind, value),
            "EQUAL" => self.equal(taint, value),
            "JSON_MAP_FIELD" if !value.is_empty() => self.tell(fact::MARKED, taint, value),
            "CAST_TO_TYPE" => self.cast(taint, value),
            _ => self.typed(taint, kind, value),
        }
    }

    fn expression(&mut self, taint: u32, kind: &str, source: &str) {
        let whole = kind == "REGEX_WHOLE";
        if let Some(found) = self.translations(|known| known.expression(source, whole)) {
            let kind = if whole { fact::REGEX_WHOLE } else { fact::REGEX_PARTIAL };
            self.tell(kind, taint, &found);
        }
    }

    /// The input should be another one. A pair is told by both names (`left___right`), or by the other one.
    fn equal(&mut self, taint: u32, value: &str) {
        for other in Tainted::of(value).numbers {
            if other != taint {
                self.tell(fact::EQUAL_TO_TAINT, taint, &other.to_string());
                self.tell(fact::EQUAL_TO_TAINT, other, &taint.to_string());
            }
        }
    }

    /// A text that is read as of a type.
    fn typed(&mut self, taint: u32, kind: &str, value: &str) {
        let schema = match kind {
            "INTEGER" => json!({"type": "integer", "format": "int32"}),
            "LONG" => json!({"type": "integer", "format": "int64"}),
            "FLOAT" | "DOUBLE" => json!({"type": "number"}),
            "DATE_YYYY_MM_DD" | "DATE_FORMAT_UNKNOWN_PATTERN" => {
                json!({"type": "string", "format": "date"})
            }
            "UUID" => json!({"type": "string", "format": "uuid"}),
            "JSON_MAP" => json_schema::marked_object(),
            "JSON_ARRAY" => json_schema::list(json_schema::of_named(value)),
            "JSON_OBJECT" => {
                json_schema::of_named(value).unwrap_or_else(json_schema::marked_object)
            }
            _ => Value::Null,
        };
        match kind {
            "INTEGER" | "LONG" | "FLOAT" | "DOUBLE" => self.tell(fact::NUMBER, taint, ""),
            "BOOLEAN" => {
                self.tell(fact::KIND, taint, "boolean");
                self.tell(fact::REGEX_WHOLE, taint, "true|false");
            }
            "DATE_FORMAT_UNKNOWN_PATTERN" => self.tell(fact::DATE, taint, ""),
            "DATE_YYYY_MM_DD_HH_MM" => self.date(taint, "yyyy-MM-dd HH:mm"),
            "DATE_FORMAT_PATTERN" => self.date(taint, value),
            "ISO_LOCAL_DATE_TIME" => self.date(taint, json_schema::LOCAL_DATE_TIME),
            "ISO_LOCAL_TIME" => self.date(taint, json_schema::LOCAL_TIME),
            "URL" | "URI" => self.tell(fact::URL, taint, ""),
            "JSON_ARRAY" => self.tell(fact::KIND, taint, "array"),
            _ => {}
        }
        if !schema.is_null() {
            self.schema(taint, &schema);
        }
    }

    /// The text is read as this schema asks for.
    fn schema(&mut self, taint: u32, schema: &Value) {
        let mut validators = self.words.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let number =
            validators.schema(schema.to_string(), "of a type of the driver".to_owned(), false);
        drop(validators);
        if let Some(number) = number {
            self.tell(fact::OF_SCHEMA, taint, &number.to_string());
        }
    }

    fn date(&mut self, taint: u32, format: &str) {
        let found = date_expression(format);
        match found {
            Ok(expression) if !format.is_empty() => {
                self.tell(fact::REGEX_WHOLE, taint, &expression)
            }
            Ok(_) => {}
            Err(why) => {
                self.translations(|known| known.name("a date", &why));
                self.tell(fact::DATE, taint, "");
            }
        }
    }

    /// The value is used as of a class of Java, by its name in the code of the machine: `java/util/List`, `[I`.
    fn cast(&mut self, taint: u32, class: &str) {
        let name = class.trim_start_matches('L').trim_end_matches(';');
        match name.rsplit('/').next().unwrap_or(name) {
            "Integer" | "Long" | "Short" | "Byte" | "BigInteger" | "I" | "J" | "S" | "B" => {
                self.tell(fact::KIND, taint, "number");
                self.schema(taint, &json!({"type": "integer", "format": "int32"}));
            }
            "Double" | "Float" | "Number" | "BigDecimal" | "D" | "F" => {
                self.tell(fact::KIND, taint, "number");
            }
            "Boolean" | "Z" => self.tell(fact::KIND, taint, "boolean"),
            list if class.starts_with('[') || LISTS.iter().any(|end| list.ends_with(end)) => {
                self.tell(fact::KIND, taint, "array");
            }
            map if map.ends_with("Map") => self.tell(fact::PROPERTY, taint, MARK),
            _ => {}
        }
    }

    /// Inputs are parts of a text.
    fn parts(&mut self, tainted: &Tainted, kind: &str, value: &str) {
        let (Some(before), Some(behind)) = (tainted.fixed.first(), tainted.fixed.last()) else {
            return;
        };
        match (kind, &tainted.numbers[..]) {
            ("CONSTANT", [taint]) => {
                let part = value.strip_prefix(before.as_str());
                if let Some(part) = part.and_then(|rest| rest.strip_suffix(behind.as_str())) {
                    self.tell(fact::CONSTANT, *taint, part);
                }
            }
            ("CONSTANT_IGNORE_CASE", [taint]) => {
                let (value, before, behind) = (
                    value.to_ascii_lowercase(),
                    before.to_ascii_lowercase(),
                    behind.to_ascii_lowercase(),
                );
                let part = value.strip_prefix(&before).and_then(|rest| rest.strip_suffix(&behind));
                if let Some(part) = part {
                    self.tell(fact::CONSTANT_IGNORE_CASE, *taint, part);
                }
            }
            // Found in the input it is found in the text.
            ("REGEX_PARTIAL", [taint]) => self.expression(*taint, kind, value),
            ("REGEX_WHOLE", numbers) => {
                // What is not understood was named where it is all of a text, or is none of an input's business.
                let parts =
                    JavaRegex::read(value).ok().and_then(|whole| whole.parts(&tainted.fixed));
                for (taint, part) in numbers.iter().zip(parts.into_iter().flatten()) {
                    if part.says_nothing(true) {
                        continue;
                    }
                    let found = self.translations(|known| known.sampled(value, &part, true));
                    if let Some(found) = found {
                        self.tell(fact::REGEX_WHOLE, *taint, &found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// How the names of classes end that a list of JSON can be.
const LISTS: [&str; 4] = ["List", "Set", "Collection", "Iterable"];

#[cfg(test)]
mod tests;
