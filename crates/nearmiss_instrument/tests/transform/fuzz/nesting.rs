//! Deep nesting, closed or not.

use arbitrary::Unstructured;

/// What opens, and what closes it.
const PAIRS: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("({a:", "})"),
    ("!", ""),
    ("~", ""),
    ("-", ""),
    ("- -", ""),
    ("typeof ", ""),
    ("void ", ""),
    ("await ", ""),
    ("yield ", ""),
    ("new ", ""),
    ("new a(", ")"),
    ("a=>", ""),
    ("a=>{", "}"),
    ("async a=>", ""),
    ("function f(){", "}"),
    ("(function(){", "})"),
    ("class A extends ", ""),
    ("(class{m(){", "}})"),
    ("class A{static{", "}}"),
    ("if(a)", ""),
    ("if(a);else ", ""),
    ("if(a){", "}"),
    ("for(;;)", ""),
    ("for(a of b)", ""),
    ("while(a)", ""),
    ("do ", " while(a);"),
    ("try{", "}catch{}"),
    ("switch(a){case b:", "}"),
    ("l:", ""),
    ("with(a)", ""),
    ("`${", "}`"),
    ("a?b:", ""),
    ("a?", ":b"),
    ("a=", ""),
    ("a&&(", ")"),
    ("(a&&b||", ")"),
    ("a??(", ")"),
    ("a.b(", ")"),
    ("a?.(", ")"),
    ("a[", "]"),
    ("a?.[", "]"),
    ("a.includes(", ")"),
    ("...[", "]"),
    ("a**", ""),
    ("({[", "]:1})"),
    ("[a=", "]=b"),
    ("<a>", "</a>"),
    ("<a b={", "}/>"),
    ("import(", ")"),
    ("super[", "]"),
    ("delete a[", "]"),
    ("a<b,", ""),
    ("a+", ""),
    ("a&&", ""),
    ("a||", ""),
    ("a??", ""),
    ("a,", ""),
    ("a<", ""),
    ("a===", ""),
    ("a.b.", ""),
    ("a()", "()"),
    ("a`${", "}`"),
    ("namespace N{", "}"),
    ("/*", "*/"),
];

/// Mostly shallow, now and then deeper than any stack of usual size.
fn depth(u: &mut Unstructured<'_>) -> usize {
    let most =
        [10, 10, 100, 100, 500, 500, 1_000, 1_000, 5_000, 400_000][u.choose_index(10).unwrap_or(0)];
    u.int_in_range(0..=most).unwrap_or(0)
}

/// Up to three nests inside one another.
pub fn nested(u: &mut Unstructured<'_>) -> String {
    let (mut before, mut after) = (String::new(), Vec::new());
    for _ in 0..u.int_in_range(1..=3).unwrap_or(1) {
        let (open, close) = u.choose(PAIRS).copied().unwrap_or(("(", ")"));
        let depth = depth(u);
        before.push_str(&open.repeat(depth));
        let closed = if u.ratio(9, 10).unwrap_or(true) { depth } else { depth / 2 };
        after.push(close.repeat(closed));
    }
    let inner = ["a", "a<b", "", "a&&b", "1", ";", "await a"][u.choose_index(7).unwrap_or(0)];
    after.reverse();
    format!("{before}{inner}{}", after.concat())
}
