/** The job that `cuda/replay/bulk-play.cu` reads, its bytes, and its output. */
import { createHash } from 'node:crypto';
import { DATA_TYPE_VALUES } from '../../../src/trace/device-launch.ts';
import { ELEMENT_BYTES, type ElementType, SWIZZLE_MODES } from '../../../src/trace/launch.ts';
import { Choices } from '../../random.ts';
import { type BulkCase, bulkCases, COPY_BYTES } from './cases.ts';

/** Extreme bit patterns of a format: zeros, ones, the least and the largest of each kind, infinities, NaNs. */
const EDGES: Readonly<Record<string, readonly bigint[]>> = {
  f16: [0x0000n, 0x8000n, 0x3c00n, 0xbc00n, 0x0001n, 0x83ffn, 0x0400n, 0x7bffn, 0x7c00n, 0xfc00n, 0x7e01n, 0xfd55n],
  bf16: [0x0000n, 0x8000n, 0x3f80n, 0xbf80n, 0x0001n, 0x807fn, 0x0080n, 0x7f7fn, 0x7f80n, 0xff80n, 0x7fc1n, 0xff81n],
  f32: [0n, 0x8000_0000n, 0x3f80_0000n, 1n, 0x807f_ffffn, 0x0080_0000n, 0x7f7f_ffffn, 0x7f80_0000n, 0x7fc0_0001n],
  f64: [0n, 1n << 63n, 0x3ffn << 52n, 1n, 1n << 52n, (0x7ffn << 52n) - 1n, 0x7ffn << 52n, (0x7ffn << 52n) + 5n],
};
const INTEGER_EDGES = [0n, 1n, 2n, -1n, 1n << 7n, 1n << 15n, 1n << 31n, (1n << 31n) - 1n, 1n << 63n, (1n << 63n) - 1n];

/** Extreme patterns and random bits, in equal parts. */
function fill(choices: Choices, type: ElementType, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = ELEMENT_BYTES[type];
  const edges = EDGES[type] ?? INTEGER_EDGES;
  for (let at = 0; at < bytes.length; at += size) {
    const random = (BigInt(choices.below(2 ** 32)) << 32n) | BigInt(choices.below(2 ** 32));
    const pattern = BigInt.asUintN(8 * size, choices.below(2) === 0 ? choices.of(edges) : random);
    for (let b = 0; b < size; b++) view.setUint8(at + b, Number((pattern >> BigInt(8 * b)) & 0xffn));
  }
}

export interface BulkInput {
  readonly to: Uint8Array;
  readonly from: Uint8Array;
}

/** Contents of the destination and of shared memory before case `number`. */
export function bulkInput({ type }: BulkCase, number: number): BulkInput {
  const choices = new Choices(number + 1);
  const [to, from] = [new Uint8Array(COPY_BYTES), new Uint8Array(COPY_BYTES)];
  fill(choices, type, to);
  fill(choices, type, from);
  return { to, from };
}

export function jobLine({ form, type, launched, box }: BulkCase): string {
  if (box === null) return `${launched} ${form}`;
  const { width, height, strideBytes, step, swizzle, start, base } = box;
  const sizes = [width, height, strideBytes, ...box.box, step];
  return ['box', form, DATA_TYPE_VALUES[type], ...sizes, SWIZZLE_MODES.indexOf(swizzle), ...start, base].join(' ');
}

const HASH_DIGITS = 16;
export const FAULTED = 'fault';
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);

/** Outcomes by the case's id: `FAULTED`, or a hash of the destination's final contents. */
export function bulkOutcomes(output: Uint8Array): Record<string, string> {
  const cases = bulkCases();
  if (output.length !== cases.length * (COPY_BYTES + 1)) throw new Error(`${output.length} bytes`);
  const answers = cases.map(({ id }, i) => {
    const at = i * (COPY_BYTES + 1);
    return [id, output[at] === 1 ? FAULTED : hashOf(output.subarray(at + 1, at + 1 + COPY_BYTES))];
  });
  return Object.fromEntries(answers);
}
