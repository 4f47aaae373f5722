//! What a bundler has put into a file beside the sources of the project.

use sourcemap::SourceMap;

/// A folder of packages.
const PACKAGES: &str = "node_modules";
/// Names that webpack gives to what it writes itself.
const WEBPACK: [&str; 4] =
    ["webpack/bootstrap", "webpack/runtime/", "webpack/universalModuleDefinition", "/external "];

/// Places of a bundle from which on it holds code of packages, or of the project again. Empty for a file that is no
/// bundle, or one without packages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bundled(Vec<Change>);

#[derive(Clone, Copy, Debug)]
struct Change {
    /// Line and UTF-16 column of the bundle, both from 0.
    at: (u32, u32),
    is_package: bool,
}

impl Bundled {
    /// Reads the changes off the map of a bundle.
    pub(crate) fn of(map: &SourceMap) -> Self {
        let sources = 0..map.get_source_count();
        let of_package: Vec<bool> =
            sources.map(|source| map.get_source(source).is_some_and(is_of_package)).collect();
        if !of_package.contains(&true) {
            return Self::default();
        }
        let mut places: Vec<Change> = map
            .tokens()
            .filter(|token| token.has_source())
            .map(|token| Change {
                at: token.get_dst(),
                is_package: of_package.get(token.get_src_id() as usize).copied().unwrap_or(false),
            })
            .collect();
        places.sort_by_key(|change| change.at);
        places.dedup_by_key(|change| change.is_package);
        Self(places)
    }

    /// Tells whether nothing is known of packages.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the code at a place is that of a package. What no mapping speaks of belongs to what stands before it.
    pub(crate) fn covers(&self, at: (u32, u32)) -> bool {
        let next = self.0.partition_point(|change| change.at <= at);
        next.checked_sub(1).is_some_and(|last| self.0[last].is_package)
    }
}

/// Tells whether a source, as a map names it, is that of a package or of the bundler.
fn is_of_package(source: &str) -> bool {
    source.split(['/', '\\']).any(|part| part == PACKAGES)
        || WEBPACK.iter().any(|name| source.contains(name))
}
