/**
 * The rows of addresses: what every kernel needs to move words about, and what is always there, for a page loads them before it
 * shows the first picture. Hints, floats, seldom integer instructions, atomics, exchanges within a warp, calls, copy engines, tensor
 * cores, mbarriers and clusters belong to `table.ts`.
 */
import { type Row, tableOf } from './row.ts';
import { ARITHMETIC } from './rows/arithmetic.ts';
import { BARRIER_ROWS } from './rows/barrier.ts';
import { COMPARE_ROWS } from './rows/compare.ts';
import { CONTROL_ROWS } from './rows/control.ts';
import { CONVERT_ROWS } from './rows/convert.ts';
import { GENERIC_ADDRESS_ROWS } from './rows/generic-address.ts';
import { INTEGER_ROWS } from './rows/integer.ts';
import { LOGIC_ROWS } from './rows/logic.ts';
import { MEMORY_ROWS } from './rows/memory.ts';
import { MOVE_ROWS } from './rows/move.ts';

export const CORE_ROWS: readonly Row[] = [
  ...ARITHMETIC,
  ...INTEGER_ROWS,
  ...COMPARE_ROWS,
  ...LOGIC_ROWS,
  ...MOVE_ROWS,
  ...GENERIC_ADDRESS_ROWS,
  ...CONVERT_ROWS,
  ...MEMORY_ROWS,
  ...CONTROL_ROWS,
  ...BARRIER_ROWS,
];

export const CORE_TABLE = tableOf(CORE_ROWS);
