/**
 * The rows of addresses: what every kernel needs to move words about, and what is always there, for a page loads them before it
 * shows the first picture. Everything else, other types of the same mnemonics included, belongs to `table.ts`.
 */
import { type Row, tableOf } from './row.ts';
import { ARITHMETIC } from './rows/arithmetic.ts';
import { BARRIER_ROWS } from './rows/barrier.ts';
import { COMPARE_ROWS } from './rows/compare.ts';
import { CONTROL_ROWS } from './rows/control.ts';
import { GENERIC_ADDRESS_ROWS } from './rows/generic-address.ts';
import { LOGIC_ROWS } from './rows/logic.ts';
import { MEMORY_ROWS } from './rows/memory.ts';
import { MOVE_ROWS } from './rows/move.ts';

export const CORE_ROWS: readonly Row[] = [
  ...ARITHMETIC,
  ...COMPARE_ROWS,
  ...LOGIC_ROWS,
  ...MOVE_ROWS,
  ...GENERIC_ADDRESS_ROWS,
  ...MEMORY_ROWS,
  ...CONTROL_ROWS,
  ...BARRIER_ROWS,
];

export const CORE_TABLE = tableOf(CORE_ROWS);
