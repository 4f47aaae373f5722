// What a reader chose, kept by the browser where it keeps anything for files of the disk.

const PREFIX = "nearmiss.report.";

export function kept(name) {
  try {
    return window.localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    if (value === null) window.localStorage.removeItem(PREFIX + name);
    else window.localStorage.setItem(PREFIX + name, value);
  } catch {
    // The choice holds as long as the page is open.
  }
}
