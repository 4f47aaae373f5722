"use strict";
// Preloaded into `nearmiss serve` by ControllerServer: it ends with the process that started it, however that one ends. A
// terminal's Ctrl-C reaches both: a second interruption would end the command before the API is stopped, so there is only one.

let isEnding = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => (isEnding = true));
}
process.once("disconnect", () => {
  if (!isEnding) process.emit("SIGINT", "SIGINT");
});
// It keeps nobody from ending.
process.channel?.unref();
