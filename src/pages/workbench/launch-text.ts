/** A text by which launches are told apart: the same for the same launch. Bytes in memory count by identity, not by content. */

const numbers = new WeakMap<object, number>();
let next = 1;

/** Text of a launch, or of anything that holds one. */
export const launchText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (part instanceof Uint8Array ? `bytes ${numberOf(part)}` : part));

function numberOf(bytes: Uint8Array): number {
  const number = numbers.get(bytes) ?? next++;
  numbers.set(bytes, number);
  return number;
}
