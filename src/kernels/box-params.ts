/** What the parameters of kernels that copy boxes of tensors have in common: mode, type, rows, and what lies outside. */
import { CHUNK_BYTES } from '../base/hardware.ts';
import type { FieldError } from '../contract/field-error.ts';
import type { ParamField } from '../contract/param-field.ts';
import { SPAN_BYTES } from '../trace/tensor-map-rules.ts';
import { choiceOf } from './field.ts';
import { between, oneOf } from './param-schema.ts';

export const boxLimits = {
  mode: oneOf('none', '32B', '64B', '128B', '128B_ATOM_32B', '128B_ATOM_32B_FLIP_8B', '128B_ATOM_64B'),
  type: oneOf('u8', 'u16', 'f16', 'bf16', 'u32', 's32', 'f32', 'u64', 's64', 'f64'),
  rowBytes: between(CHUNK_BYTES, 256, CHUNK_BYTES),
  /** Where the box starts along a row, in 16-byte chunks. */
  startChunk: between(-16, 64),
  outside: oneOf('zero', 'nan'),
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
    return { field: 'rowBytes', message: `expected at most the ${SPAN_BYTES[mode]} bytes of ${mode}` };
  if (outside === 'nan' && !FLOATS.has(type)) return { field: 'outside', message: `expected zero for ${type}` };
  return null;
}

export const MODE_FIELD: ParamField = {
  name: 'mode',
  label: 'Swizzle',
  binds: 'launch',
  control: choiceOf(boxLimits.mode),
  help: 'Which address bits flip which: the mode of the tensor map. The three ATOM modes are not on Hopper.',
};
