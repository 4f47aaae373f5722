// Numbers for people, the same in each reader's browser.

const COUNT = new Intl.NumberFormat("en-US");
export const count = (number) => COUNT.format(number);

export const counted = (number, what, many = `${what}s`) => `${count(number)} ${number === 1 ? what : many}`;

/** Rounded down, so that 100.0 % means all; nothing of nothing is null. */
export function share({ covered, total }) {
  return total === 0 ? null : Math.floor((covered * 1000) / total) / 10;
}

export function duration(seconds) {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}
