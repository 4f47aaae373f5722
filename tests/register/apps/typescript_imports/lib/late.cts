export const late = (n: number): string => (n > 1 ? "late" : "early");
