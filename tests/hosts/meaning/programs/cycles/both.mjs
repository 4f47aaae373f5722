globalThis.both ??= [];
globalThis.both.push([typeof this === "undefined" ? "module" : "script", typeof require === "function" || "no require", 1 < globalThis.both.length]);
