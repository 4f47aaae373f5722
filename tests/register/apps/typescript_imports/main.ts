import { late } from "#lib/late.js";
import { late as own } from "mapped/lib/late.js";
console.log(late(2), own(1), late === own);
