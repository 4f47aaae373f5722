import { late } from "#lib/late.cjs";
import own = require("mapped/lib/late.cjs");
console.log(late(2), own.late(1), late === own.late);
