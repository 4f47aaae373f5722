//! What people are told of the rate limiters of the API.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use nearmiss_runner::{SearchWords, SeenLimiter};

fn seen(words: &SearchWords) -> Vec<SeenLimiter> {
    words.limiters.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Tells whether any limiter counts in the memory of the API.
pub fn are_in_memory(words: &SearchWords) -> bool {
    seen(words).iter().any(|limiter| limiter.elsewhere.is_none())
}

/// Packages with where they keep their counts, and the calls that they let through.
fn limiters(words: &SearchWords) -> BTreeMap<(String, Option<String>), Vec<u32>> {
    let mut limiters: BTreeMap<(String, Option<String>), Vec<u32>> = BTreeMap::new();
    for SeenLimiter { library, elsewhere, limit, .. } in seen(words) {
        let limits = limiters.entry((library, elsewhere)).or_default();
        limits.extend(limit);
        limits.sort_unstable();
        limits.dedup();
    }
    limiters
}

/// `express-rate-limit (lets 50 calls through)`
fn named(library: &str, limits: &[u32]) -> String {
    let limits: Vec<String> = limits.iter().map(u32::to_string).collect();
    match limits.as_slice() {
        [] => library.to_owned(),
        limits => format!("{library} (lets {} calls through)", limits.join(", ")),
    }
}

/// Answers which limiters count in memory, for people: a line for each package.
pub fn forgotten(words: &SearchWords) -> Vec<String> {
    let in_memory = limiters(words).into_iter().filter(|((_, elsewhere), _)| elsewhere.is_none());
    let lines = in_memory.map(|((library, _), limits)| {
        let limiter = named(&library, &limits);
        format!(
            "the rate limiter {limiter} counts in memory, which is forgotten before each test, in the written suite, too"
        )
    });
    lines.collect()
}

/// Answers which limiters count elsewhere, for people: a line for each package and place.
pub fn warnings(words: &SearchWords) -> Vec<String> {
    let lines = limiters(words).into_iter().filter_map(|((library, elsewhere), limits)| {
        let (limiter, at) = (named(&library, &limits), elsewhere?);
        Some(format!(
            "the rate limiter {limiter} keeps its counts in {at}, which are left alone: calls beyond its limit are refused; raise \
             that for the search, or let nearmiss call more slowly with --rate-limit"
        ))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_is_told_once_with_its_limits() {
        let words = SearchWords::default();
        let seen = |elsewhere: Option<&str>, limit: Option<u32>| SeenLimiter {
            library: "express-rate-limit".to_owned(),
            elsewhere: elsewhere.map(str::to_owned),
            limit,
            operation: None,
        };
        let all = [seen(None, Some(50)), seen(None, Some(5)), seen(Some("Redis"), None)];
        words.limiters.lock().unwrap().extend(all);
        let (forgotten, left) = (forgotten(&words), warnings(&words));
        assert_eq!((forgotten.len(), left.len()), (1, 1));
        assert!(
            forgotten[0].contains("express-rate-limit (lets 5, 50 calls through) counts in memory")
        );
        assert!(left[0].contains("keeps its counts in Redis") && left[0].contains("--rate-limit"));
        assert!(are_in_memory(&words));
    }
}
