/** The instruction table: one row per mnemonic. */
import type { Row } from './row.ts';
import { ARITHMETIC } from './rows/arithmetic.ts';
import { ATOMIC_ROWS } from './rows/atomic.ts';
import { BARRIER_ROWS } from './rows/barrier.ts';
import { CALL_ROWS } from './rows/call.ts';
import { COMPARE_ROWS } from './rows/compare.ts';
import { CONTROL_ROWS } from './rows/control.ts';
import { CONVERT_ROWS } from './rows/convert.ts';
import { COPY_ROWS } from './rows/cp-async.ts';
import { GENERIC_ADDRESS_ROWS } from './rows/generic-address.ts';
import { HINT_ROWS } from './rows/hints.ts';
import { INTEGER_ROWS } from './rows/integer.ts';
import { LOGIC_ROWS } from './rows/logic.ts';
import { MATRIX_MOVE_ROWS } from './rows/matrix-move.ts';
import { MBARRIER_ROWS } from './rows/mbarrier.ts';
import { MEMORY_ROWS } from './rows/memory.ts';
import { MMA_ROWS } from './rows/mma.ts';
import { MOVE_ROWS } from './rows/move.ts';
import { REDUCTION_ROWS } from './rows/reduction.ts';
import { STACK_ROWS } from './rows/stack.ts';
import { WARP_ROWS } from './rows/warp.ts';
import { WMMA_ROWS } from './rows/wmma.ts';

const ROWS: readonly Row[] = [
  ...ARITHMETIC,
  ...INTEGER_ROWS,
  ...COMPARE_ROWS,
  ...LOGIC_ROWS,
  ...MOVE_ROWS,
  ...GENERIC_ADDRESS_ROWS,
  ...CONVERT_ROWS,
  ...MEMORY_ROWS,
  ...HINT_ROWS,
  ...COPY_ROWS,
  ...ATOMIC_ROWS,
  ...CONTROL_ROWS,
  ...CALL_ROWS,
  ...BARRIER_ROWS,
  ...MBARRIER_ROWS,
  ...STACK_ROWS,
  ...WARP_ROWS,
  ...REDUCTION_ROWS,
  ...MATRIX_MOVE_ROWS,
  ...MMA_ROWS,
  ...WMMA_ROWS,
];

export const TABLE: ReadonlyMap<string, Row> = indexed(ROWS);

function indexed(rows: readonly Row[]): Map<string, Row> {
  const table = new Map<string, Row>();
  for (const row of rows) {
    if (table.has(row.opcode)) throw new Error(`two rows for '${row.opcode}'`);
    table.set(row.opcode, row);
  }
  return table;
}
