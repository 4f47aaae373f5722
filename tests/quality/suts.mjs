// The fixture APIs as the experiments use them.

import path from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

const sut = (name, options) => ({ name, dir: path.join(ROOT, "fixtures/suts", name), ...options });
const plainJavaScript = (name) =>
  sut(name, {
    entry: ["--start", "node server.js", "--openapi", "openapi.json"],
    start: "node server.js",
    own: ["server.js", "src/**/*.js"],
  });

/**
 * By name: directory, how the command line is told to start it, the files that count as its own, and what its written suites
 * must be told of its users (`secrets`).
 */
export const SUTS = {
  ncs: plainJavaScript("ncs"),
  clock: plainJavaScript("clock"),
  scs: plainJavaScript("scs"),
  taint: plainJavaScript("taint"),
  gallery: plainJavaScript("gallery"),
  unlisted: plainJavaScript("unlisted"),
  validators: plainJavaScript("validators"),
  costly: sut("costly", {
    entry: ["--start", "node server.js", "--openapi", "http://localhost:8754/openapi.json", "--reset", "/reset"],
    start: "node server.js",
    own: ["server.js", "src/**/*.js"],
  }),
  books: sut("books", { entry: ["--driver", "driver.ts"], own: ["src/**/*.ts"] }),
  blog: sut("blog", {
    entry: ["--driver", "driver.js", "--auth", "auth.yaml"],
    start: "node server.js",
    own: ["src/**/*.js"],
    secrets: { NEARMISS_MINA_PASSWORD: "harbour-lights-9", NEARMISS_OTTO_PASSWORD: "garden-fence-12" },
  }),
  resources: sut("resources", {
    entry: ["--driver", "driver.js"],
    start: "node server.js",
    own: ["src/**/*.js"],
    secrets: { NEARMISS_FLIGHT_CONTROL_X_API_KEY: "mission-ready-1969" },
  }),
  tenants: sut("tenants", {
    entry: ["--driver", "driver.ts", "--auth", "auth.yaml"],
    start: "node --import tsx server.ts",
    own: ["src/**/*.ts"],
    secrets: {
      NEARMISS_ANN_PASSWORD: "lantern-keeper-41",
      NEARMISS_BEN_PASSWORD: "ferry-timetable-8",
      NEARMISS_CY_PASSWORD: "orchard-wall-77",
    },
  }),
  shop: sut("shop", {
    entry: ["--driver", "driver.ts"],
    start: "node --import tsx server.ts",
    own: ["src/**/*.ts"],
    // Its written suites hold no passwords (those of its auth.yaml).
    secrets: {
      NEARMISS_ADA_PASSWORD: "countess-1815",
      NEARMISS_BOB_PASSWORD: "builder-1998",
      NEARMISS_SAM_PASSWORD: "seller-2001",
      NEARMISS_ROOT_PASSWORD: "correct-horse-7",
    },
  }),
};
