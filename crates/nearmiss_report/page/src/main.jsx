// The page: its head, its views, its keys.

import { render } from "preact"; // MIT; components in 4 kB, whose texts can never become markup
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "./keys.js";
import { KeyHelp } from "./parts/key-help.jsx";
import { go, routeTo, useRoute } from "./route.js";
import { readRun } from "./run.js";
import { applyTheme, useTheme } from "./theme.js";
import { Endpoints } from "./views/endpoints.jsx";
import { Faults } from "./views/faults.jsx";
import { File } from "./views/file.jsx";
import { Files } from "./views/files.jsx";
import { NearMisses } from "./views/near.jsx";
import { Overview } from "./views/overview.jsx";
import { RunDetails } from "./views/run-details.jsx";

/** By the first word of the address; `tab` is the entry of the head that leads there. */
const VIEWS = {
  overview: { name: "Overview", tab: "overview", View: Overview },
  faults: { name: "Faults", tab: "faults", View: Faults, count: (run) => run.faults.length },
  fault: { tab: "faults", View: Faults },
  endpoints: { name: "Endpoints", tab: "endpoints", View: Endpoints, count: (run) => run.operations.length },
  files: { name: "Files", tab: "files", View: Files, count: (run) => run.sources.length },
  file: { tab: "files", View: File },
  near: { name: "Near misses", tab: "near", View: NearMisses, count: (run) => run.sources.reduce((sum, { figures }) => sum + figures.near, 0) },
  run: { name: "Run", tab: "run", View: RunDetails, count: (run) => run.warnings.length },
};
const TABS = Object.entries(VIEWS).filter(([view, { tab }]) => view === tab);

function Page({ run }) {
  const route = useRoute();
  const [theme, toggleTheme] = useTheme();
  const [helpIsOpen, setHelp] = useState(false);
  const main = useRef(null);
  const view = Object.hasOwn(VIEWS, route.view) ? route.view : "overview";
  const { View, tab } = VIEWS[view];
  const place = `${view}/${view === "file" ? route.rest.replace(/:\d+$/, "") : route.rest}`;

  const first = useRef(true);
  // Before it is painted: the heading must not take the focus from where a key has led meanwhile.
  useLayoutEffect(() => {
    const heading = main.current.querySelector("h1");
    document.title = `${heading?.textContent ?? ""} · ${run.api || "nearmiss"} · nearmiss`;
    if (!first.current) {
      // Those who do not see the page change are told where they are.
      heading?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    first.current = false;
    // On a phone the head holds three of them.
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [place]);

  useKeys({
    ...Object.fromEntries(TABS.map(([name], index) => [String(index + 1), () => go(routeTo(name))])),
    "?": () => setHelp(true),
    t: toggleTheme,
  });
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current.focus())}>
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={routeTo("overview")}>
          near<b>miss</b>
        </a>
        <nav aria-label="Views">
          <ul>
            {TABS.map(([name, { name: title, count }]) => (
              <li key={name}>
                <a href={routeTo(name)} aria-current={tab === name ? "page" : undefined}>
                  {title}
                  {count !== undefined && count(run) > 0 && <span class="badge">{count(run)}</span>}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="actions">
          <button type="button" onClick={toggleTheme} title="Dark or light (t)">
            {theme === "dark" ? "Light" : "Dark"}
          </button>
          <button type="button" onClick={() => setHelp(true)} title="Keys (?)">
            Keys
          </button>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} class={`view-${view}`}>
        <View key={view} run={run} route={{ ...route, view }} theme={theme} />
      </main>
      <footer>
        {run.api} · {run.created.replace("T", " ").replace("Z", " UTC")} · seed {run.seed} · nearmiss {run.version}
      </footer>
      {helpIsOpen && <KeyHelp onClose={() => setHelp(false)} />}
    </>
  );
}

applyTheme();
const app = document.getElementById("app");
const run = readRun(document.getElementById("facts").textContent);
app.replaceChildren();
render(<Page run={run} />, app);
document.documentElement.dataset.ready = "yes";
