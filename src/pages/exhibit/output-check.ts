/** Is the emulated output the reference's? Element by element; pure. */
import type { OutputShape } from '../../panels/exhibit.ts';
import type { OutputCheck } from '../../panels/variant-view.ts';
import { ELEMENT_RIGHT, ELEMENT_UNWRITTEN, ELEMENT_WRONG } from '../../pictures/records.ts';

export function checkOutput(found: Uint8Array, expected: Uint8Array, shape: OutputShape): OutputCheck {
  const { rows, columns, elementBytes } = shape;
  const states = new Uint8Array(Math.min(rows * columns, Math.floor(expected.length / elementBytes)));
  let wrong = 0;
  let unwritten = 0;
  for (let element = 0; element < states.length; element++) {
    const state = stateOf(found, expected, element * elementBytes, elementBytes);
    states[element] = state;
    if (state === ELEMENT_WRONG) wrong++;
    if (state === ELEMENT_UNWRITTEN) unwritten++;
  }
  const hexAt = (bytes: Uint8Array, row: number, column: number) =>
    hex(bytes, (row * columns + column) * elementBytes, elementBytes);
  const valuesAt = (row: number, column: number) => ({
    found: hexAt(found, row, column),
    expected: hexAt(expected, row, column),
  });
  return { rows, columns, states, wrong, unwritten, valuesAt };
}

function stateOf(found: Uint8Array, expected: Uint8Array, from: number, bytes: number): number {
  let same = true;
  let poison = true;
  for (let at = from; at < from + bytes; at++) {
    same &&= found[at] === expected[at];
    poison &&= found[at] === 0xff;
  }
  return same ? ELEMENT_RIGHT : poison ? ELEMENT_UNWRITTEN : ELEMENT_WRONG;
}

/** Little-endian bytes as one number, most significant digit first. */
function hex(bytes: Uint8Array, from: number, length: number): string {
  const digits = Array.from(bytes.subarray(from, from + length), byte =>
    byte.toString(16).toUpperCase().padStart(2, '0'),
  );
  return `0x${digits.reverse().join('')}`;
}
