/** A multiplicand in shared memory as a piece of it: from its first chunk of 16 bytes to its last. */
import { CHUNK_BYTES } from '../../../base/hardware.ts';
import type { SwizzleMode } from '../../../trace/launch.ts';
import type { SharedUse } from '../../../trace/shared-use.ts';

interface Described {
  readonly name: string;
  readonly type: string;
  /** Same as in a `MatrixDescriptor`. */
  readonly swizzleBytes: number;
}

const MODES: Readonly<Record<number, SwizzleMode>> = { 32: '32B', 64: '64B', 128: '128B' };

/** `at`: the first `count` are offsets of its chunks in the CTA's shared memory. */
export function matrixUse({ name, type, swizzleBytes }: Described, at: Int32Array, count: number): SharedUse {
  let [first, last] = [at[0], at[0]];
  for (let i = 1; i < count; i++) {
    if (at[i] < first) first = at[i];
    else if (at[i] > last) last = at[i];
  }
  const place = { byteOffset: first, sizeBytes: last + CHUNK_BYTES - first };
  const rowBytes = swizzleBytes === CHUNK_BYTES ? 0 : swizzleBytes;
  return {
    by: 'descriptor',
    ...place,
    tensorAddress: null,
    of: name,
    type,
    swizzle: MODES[swizzleBytes] ?? 'none',
    rowBytes,
  };
}
