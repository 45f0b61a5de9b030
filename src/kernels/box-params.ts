/**
 * Parameters that all kernels have which copy boxes of tensors: mode, type, rows, and the treatment of elements
 * outside.
 */

import type { FieldError } from '../base/field-error.ts';
import { CHUNK_BYTES } from '../base/hardware.ts';
import { SPAN_BYTES } from '../trace/tensor-map-rules.ts';
import { choice, notAllowed, range } from './param-table.ts';

export const boxRows = {
  mode: choice({
    label: 'Swizzle',
    binds: 'launch',
    values: ['none', '32B', '64B', '128B', '128B_ATOM_32B', '128B_ATOM_32B_FLIP_8B', '128B_ATOM_64B'],
    default: '128B',
    help: 'The mode of the tensor map: which address bits flip which others. Hopper lacks the three ATOM modes.',
  }),
  type: choice({
    label: 'Element',
    binds: 'launch',
    values: ['u8', 'u16', 'f16', 'bf16', 'u32', 's32', 'f32', 'u64', 's64', 'f64'],
    default: 'f32',
    help: 'Type of the tensor.',
  }),
  rowBytes: range({
    label: 'Box row',
    binds: 'launch',
    min: CHUNK_BYTES,
    max: 256,
    step: CHUNK_BYTES,
    unit: 'B',
    default: 128,
    help: 'Bytes of a row of the box: at most the width of the mode.',
  }),
  startChunk: range({
    label: 'Start in row',
    binds: 'launch',
    min: -16,
    max: 64,
    unit: 'chunks',
    default: 0,
    help: 'Where the box starts in a row of the tensor, in chunks of 16 bytes. It may lie before the row.',
  }),
  outside: choice({
    label: 'Outside',
    binds: 'launch',
    values: ['zero', 'nan'],
    default: 'zero',
    help: 'What the copy fills in for elements outside of the tensor.',
  }),
};

interface BoxParams {
  readonly mode: keyof typeof SPAN_BYTES | 'none';
  readonly type: string;
  readonly rowBytes: number;
  readonly outside: 'zero' | 'nan';
}

const FLOATS = new Set(['f16', 'bf16', 'f32', 'f64']);

export function boxProblem({ mode, type, rowBytes, outside }: BoxParams): FieldError | null {
  if (mode !== 'none' && rowBytes > SPAN_BYTES[mode])
    return { field: 'rowBytes', message: notAllowed(rowBytes, `at most the ${SPAN_BYTES[mode]} bytes of ${mode}`) };
  if (outside === 'nan' && !FLOATS.has(type))
    return { field: 'outside', message: notAllowed(outside, `zero for the integers of ${type}`) };
  return null;
}
