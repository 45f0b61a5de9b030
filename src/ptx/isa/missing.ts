/** Instructions of the manual that the table has no row for, and what a kernel could do instead. */

const VIDEO = 'write it with add, min, max, shl and their like';

/** What to use instead, by opcode. */
const INSTEAD: Readonly<Record<string, string>> = {
  multimem: 'one GPU is emulated; use ld, st or red of an address of its own',
  istypep: 'say in the code which kind of handle it is',
  sured: 'use atom or red on a buffer, or suld and sust by one thread',
};

const VIDEO_OPCODE = /^v(absdiff|(min|max|shl|shr|mad|set)[24]?|(add|sub|avrg)[24])$/;

/** The end of a sentence that names the instruction; '' where nothing is known. */
export function insteadOf(opcode: string): string {
  const instead = INSTEAD[opcode] ?? (VIDEO_OPCODE.test(opcode) ? VIDEO : null);
  return instead === null ? '' : `: ${instead}`;
}
