/** Instructions that others wait for in a way that has no event. */
import type { Grid } from '../machine/grid.ts';
import type { Instruction } from '../parse/ast.ts';

/** Counts that change for good, bytes that software completes. */
const UNTOLD: readonly (readonly [opcode: string, modifier: string])[] = [
  ['mbarrier', 'arrive_drop'],
  ['mbarrier', 'complete_tx'],
];

const isUntold = ({ opcode, modifiers }: Instruction): boolean =>
  UNTOLD.some(([name, modifier]) => name === opcode && modifiers.includes(modifier));

/** Executed waits without an event, as the PTX has them. */
export const eventlessWaits = ({ program, counts }: Grid): string[] =>
  program.operations
    .filter(({ pc, source }) => counts !== null && counts.issues[pc] > 0 && isUntold(source))
    .map(({ source }) => source.text);
