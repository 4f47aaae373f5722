import { IsInt, designTypes, validate } from "./validation.js";
import type { Rule } from "./validation.js"; // N

declare const never: Rule; // N

enum Size { Small = 1, Large = Small << 2 }

namespace Limits {
  export const lowest = 3; // S
}

abstract class Entity {
  constructor(protected readonly id: number) {}
  abstract describe(): string; // N
}

class Order extends Entity {
  @IsInt(Limits.lowest)
  amount: number = Size.Large;
  declare ghost: string; // N

  constructor(id: number, public note = "none") { // F
    super(id); // S
  }

  describe(): string { // F
    return `${this.id}/${this.amount}/${this.note}`; // S
  }

  fail(): never { // F
    const text: string = `no ${this.note}`; // S

    throw new Error(text); // S
  }
}

function trace(action: () => void): string { // F
  try { // S
    action(); // S
    return "nothing thrown"; // S
  } catch (error) {
    const frames = (error as Error).stack!.split("\n").slice(1, 3); // S
    return frames.map((frame) => /(\w+\.ts:\d+)/.exec(frame)?.[1]).join(" "); // S F
  }
}

const order = new Order(7); // S
order.amount = 1; // S
console.log(JSON.stringify({ // S
  description: order.describe(),
  problems: validate(order),
  type: designTypes.get("Order.amount"),
  size: Size[4],
  keys: Object.keys(order).sort(),
  name: Order.name,
  trace: trace(() => order.fail()),
}));
