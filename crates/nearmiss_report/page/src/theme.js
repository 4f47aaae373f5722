// Dark or light: what the system says, or what was chosen here.

import { useEffect, useState } from "preact/hooks";
import { keep, kept } from "./kept-settings.js";

const SYSTEM = window.matchMedia("(prefers-color-scheme: dark)");

const chosen = () => {
  const theme = kept("theme");
  return theme === "dark" || theme === "light" ? theme : null;
};

export function applyTheme() {
  document.documentElement.dataset.theme = chosen() ?? (SYSTEM.matches ? "dark" : "light");
}

/** The theme that is shown, and what changes to the other one. */
export function useTheme() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme);
  useEffect(() => {
    const follow = () => {
      if (chosen() !== null) return;
      applyTheme();
      setTheme(document.documentElement.dataset.theme);
    };
    SYSTEM.addEventListener("change", follow);
    return () => SYSTEM.removeEventListener("change", follow);
  }, []);
  const toggle = () => {
    const other = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    keep("theme", other);
    document.documentElement.dataset.theme = other;
    setTheme(other);
  };
  return [theme, toggle];
}
