/** Functions that effects on words share. */

export const bit = (condition: boolean): number => (condition ? 1 : 0);

/** Division by zero is unspecified in PTX; quotient and remainder are all ones here, as on the machines. */
export const divide = (a: number, b: number): number => (b === 0 ? -1 : a / b);
export const modulo = (a: number, b: number): number => (b === 0 ? -1 : a % b);

/** Shifts by more than 31 fill the word with its sign. */
export const clampShift = (n: number): number => Math.min(n, 31);
