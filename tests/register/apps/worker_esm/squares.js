import { parentPort } from "node:worker_threads";

parentPort.on("message", (value) => {
  if (value > 100) parentPort.postMessage("big");
  else parentPort.postMessage(value * value);
});
