//! Which package manager a project uses, by what it left behind.

use super::project::Project;

/// A package manager.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PackageManager {
    Npm,
    Yarn,
    Pnpm,
    Bun,
}

/// Files that tell, and whether they pin every version.
const LOCK_FILES: [(&str, PackageManager); 6] = [
    ("pnpm-lock.yaml", PackageManager::Pnpm),
    ("yarn.lock", PackageManager::Yarn),
    ("bun.lockb", PackageManager::Bun),
    ("bun.lock", PackageManager::Bun),
    ("package-lock.json", PackageManager::Npm),
    ("npm-shrinkwrap.json", PackageManager::Npm),
];

impl PackageManager {
    /// Finds the package manager of a project, and why it is that: where npm has installed the packages that are there, npm
    /// can run them, and another one need not be on this machine.
    pub fn of(project: &Project) -> (Self, String) {
        let (manager, why) = Self::by_project(project);
        if manager != Self::Npm && installed_by_npm(project) {
            let why = format!("it installed node_modules, though {why} is {}'s", manager.name());
            return (Self::Npm, why);
        }
        (manager, why)
    }

    /// Finds the package manager that the files of a project name.
    fn by_project(project: &Project) -> (Self, String) {
        if let Some(named) = project.text("packageManager")
            && let Some(manager) = Self::named(named)
        {
            return (manager, "`packageManager` of package.json".to_owned());
        }
        // A package of a workspace has the file of the workspace, further up.
        for folder in project.folder.ancestors() {
            for (file, manager) in LOCK_FILES {
                if folder.join(file).is_file() {
                    let here = folder == project.folder;
                    let why = if here { file.to_owned() } else { format!("{file} further up") };
                    return (manager, why);
                }
            }
        }
        (Self::Npm, "no lock file of another one".to_owned())
    }

    /// `pnpm@9.1.0+sha...`.
    fn named(text: &str) -> Option<Self> {
        let all = [Self::Npm, Self::Yarn, Self::Pnpm, Self::Bun];
        let name = text.split('@').next().unwrap_or_default();
        all.into_iter().find(|manager| manager.name() == name)
    }

    /// What it is called, also as a command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Yarn => "yarn",
            Self::Pnpm => "pnpm",
            Self::Bun => "bun",
        }
    }

    /// The command that installs what package.json names.
    pub fn install(self) -> String {
        format!("{} install", self.name())
    }

    /// The command that adds packages for development.
    pub fn add(self, packages: &str) -> String {
        match self {
            Self::Npm => format!("npm install --save-dev {packages}"),
            Self::Yarn => format!("yarn add --dev {packages}"),
            Self::Pnpm => format!("pnpm add --save-dev {packages}"),
            Self::Bun => format!("bun add --dev {packages}"),
        }
    }

    /// The command that runs a script of package.json.
    pub fn run(self, script: &str) -> String {
        match (self, script) {
            (Self::Npm, "start") => "npm start".to_owned(),
            // Bun would run what is no Node.
            (Self::Npm | Self::Bun, script) => format!("npm run {script}"),
            (Self::Yarn, script) => format!("yarn {script}"),
            (Self::Pnpm, script) => format!("pnpm run {script}"),
        }
    }

    /// The command that runs a program of a package that is installed here.
    pub fn execute(self, words: &str) -> String {
        match self {
            Self::Npm | Self::Bun => format!("npx {words}"),
            Self::Yarn => format!("yarn {words}"),
            Self::Pnpm => format!("pnpm exec {words}"),
        }
    }
}

/// Files that other package managers leave beside the packages.
const OTHERS: [&str; 3] = [".modules.yaml", ".yarn-integrity", ".yarn-state.yml"];

/// Tells whether the nearest folder of packages is the work of npm.
fn installed_by_npm(project: &Project) -> bool {
    let mut folders = project.folder.ancestors().map(|folder| folder.join("node_modules"));
    folders.find(|folder| folder.is_dir()).is_some_and(|folder| {
        let has = |file: &str| folder.join(file).is_file();
        has(".package-lock.json") && !OTHERS.into_iter().any(has)
    })
}

#[cfg(test)]
mod tests {
    use super::super::project::tests::project;
    use super::*;

    #[test]
    fn what_is_said_wins_over_what_lies_there() {
        let of = |files: &[(&str, &str)]| PackageManager::of(&project(files).0);
        let (manager, why) =
            of(&[("package.json", r#"{"packageManager":"pnpm@9.1.0"}"#), ("yarn.lock", "")]);
        assert_eq!((manager, why.contains("packageManager")), (PackageManager::Pnpm, true));
        assert_eq!(of(&[("package.json", "{}"), ("yarn.lock", "")]).0, PackageManager::Yarn);
        let npm = of(&[("package.json", "{}"), ("package-lock.json", "{}")]);
        assert_eq!(npm, (PackageManager::Npm, "package-lock.json".to_owned()));
    }

    #[test]
    fn packages_that_npm_installed_are_run_by_it() {
        let of = |more: &[(&str, &str)]| {
            let files = [("package.json", "{}"), ("pnpm-lock.yaml", "")];
            PackageManager::of(&project(&[&files[..], more].concat()).0)
        };
        let npm = ("node_modules/.package-lock.json", "{}");
        let (manager, why) = of(&[npm]);
        assert_eq!(manager, PackageManager::Npm);
        assert_eq!(why, "it installed node_modules, though pnpm-lock.yaml is pnpm's");
        assert_eq!(of(&[npm, ("node_modules/.modules.yaml", "")]).0, PackageManager::Pnpm);
        assert_eq!(of(&[]).0, PackageManager::Pnpm);
    }

    #[test]
    fn a_package_of_a_workspace_has_the_lock_file_further_up() {
        let (_, top) = project(&[("pnpm-lock.yaml", ""), ("packages/api/package.json", "{}")]);
        let inner = Project::read(&top.path().join("packages/api")).unwrap();
        let (manager, why) = PackageManager::of(&inner);
        assert_eq!((manager, &*why), (PackageManager::Pnpm, "pnpm-lock.yaml further up"));
    }

    #[test]
    fn commands_are_those_of_each() {
        assert_eq!(PackageManager::Npm.run("start"), "npm start");
        assert_eq!(PackageManager::Npm.run("dev"), "npm run dev");
        assert_eq!(PackageManager::Yarn.run("dev"), "yarn dev");
        assert_eq!(PackageManager::Pnpm.execute("tsx a.ts"), "pnpm exec tsx a.ts");
        assert_eq!(PackageManager::Pnpm.add("jest"), "pnpm add --save-dev jest");
    }
}
