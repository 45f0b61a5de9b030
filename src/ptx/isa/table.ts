/**
 * The instruction table: one row per mnemonic. The rows and types listed here come on top of the core's, and a page fetches them
 * when a module has an instruction that the core lacks (`launch/loaded-module.ts`). So what only they use, machine state with it,
 * must be reachable from here alone: `machine/cta.ts` and its like know it by `import type`.
 */
import { CORE_ROWS } from './core-table.ts';
import { tableOf, withFurtherTypes } from './row.ts';
import { withFurtherForms } from './rows/async-store.ts';
import { ATOMIC_ROWS } from './rows/atomic.ts';
import { BIT_ROWS } from './rows/bits.ts';
import { CALL_ROWS } from './rows/call.ts';
import { CLUSTER_ROWS } from './rows/cluster.ts';
import { COMPARED_VALUE_ROWS } from './rows/compared-values.ts';
import { CONVERT_ROWS } from './rows/convert.ts';
import { COPY_ROWS } from './rows/cp-async.ts';
import { FLOAT_ARITHMETIC } from './rows/float-arithmetic.ts';
import { FLOAT_COMPARE_ROWS } from './rows/float-comparison.ts';
import { FLOAT_CONVERT_ROWS } from './rows/float-convert.ts';
import { FLOAT_ROWS } from './rows/float-functions.ts';
import { GRIDDEPCONTROL_ROWS } from './rows/griddepcontrol.ts';
import { HINT_ROWS } from './rows/hints.ts';
import { LAUNCH_CONTROL_ROWS } from './rows/launch-control.ts';
import { LOOKUP_ROWS } from './rows/lookup.ts';
import { MATRIX_MOVE_ROWS } from './rows/matrix-move.ts';
import { MBARRIER_ROWS } from './rows/mbarrier.ts';
import { MMA_ROWS } from './rows/mma.ts';
import { SELDOM_INTEGER_ROWS } from './rows/rare-integers.ts';
import { REDUCTION_ROWS } from './rows/reduction.ts';
import { SETMAXNREG_ROWS } from './rows/setmaxnreg.ts';
import { STACK_ROWS } from './rows/stack.ts';
import { SURFACE_ROWS } from './rows/surface.ts';
import { TCGEN05_ROWS } from './rows/tcgen05.ts';
import { TENSOR_MAP_ROWS } from './rows/tensor-map.ts';
import { TEXTURE_ROWS } from './rows/texture.ts';
import { WARP_ROWS } from './rows/warp.ts';
import { WGMMA_ROWS } from './rows/wgmma.ts';
import { WMMA_ROWS } from './rows/wmma.ts';

export const TABLE = tableOf([
  ...withFurtherForms(
    withFurtherTypes(
      [...CORE_ROWS, ...CONVERT_ROWS],
      [...FLOAT_ARITHMETIC, ...FLOAT_COMPARE_ROWS, ...FLOAT_CONVERT_ROWS, ...FLOAT_ROWS],
    ),
  ),
  ...BIT_ROWS,
  ...COMPARED_VALUE_ROWS,
  ...LOOKUP_ROWS,
  ...HINT_ROWS,
  ...SELDOM_INTEGER_ROWS,
  ...WARP_ROWS,
  ...REDUCTION_ROWS,
  ...withFurtherForms(ATOMIC_ROWS),
  ...CALL_ROWS,
  ...STACK_ROWS,
  ...CLUSTER_ROWS,
  ...GRIDDEPCONTROL_ROWS,
  ...LAUNCH_CONTROL_ROWS,
  ...COPY_ROWS,
  ...TENSOR_MAP_ROWS,
  ...MBARRIER_ROWS,
  ...MATRIX_MOVE_ROWS,
  ...MMA_ROWS,
  ...SETMAXNREG_ROWS,
  ...TEXTURE_ROWS,
  ...SURFACE_ROWS,
  ...WGMMA_ROWS,
  ...WMMA_ROWS,
  ...TCGEN05_ROWS,
]);
