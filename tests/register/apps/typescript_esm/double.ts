export enum Size { Small, Large }

export function double(value: number): number {
  if (Number.isNaN(value)) return 0;
  return value * 2;
}
