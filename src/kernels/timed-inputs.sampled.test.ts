/** Checks the contents of buffers before a launch: no content may make a kernel look right, or fast, by itself. */
import { expect, it } from 'vitest';
import { sampleOf } from '../../scripts/fixtures/sweep.ts';
import type { BufferSpec } from '../trace/launch.ts';
import { bufferBytes } from '../trace/launch-bytes.ts';
import { catalog } from './catalog.ts';

const bytesOf = (spec: BufferSpec): Uint8Array => {
  const bytes = bufferBytes(spec, spec.type);
  if (!bytes.ok) throw new Error(bytes.error.message);
  return bytes.value;
};

/**
 * Whether the buffer is an operand of some size; tables of addresses and indices are listed values, which may be equal, and words of
 * 64 bits are what CTAs tell each other.
 */
const isOperand = ({ output, type, init, length }: BufferSpec): boolean =>
  !output && type !== 'u64' && init.kind !== 'values' && length > 1;

/** This kernel shows what equal elements cost. */
const MEANT_ALIKE = 'histogram';
/** A copy of `tensor-copy` to outside its tensor. */
const STORES_NOTHING = 'store-outside';

it.each([...catalog.values()].map(kernel => [kernel.id, kernel] as const))('%s', (_, kernel) => {
  for (const { id, params } of sampleOf(kernel.cases, 4)) {
    if (kernel.tooLarge(params) !== null) continue;
    for (const { id: variant } of kernel.variants.filter(each => kernel.refusal(each.id, params) === null)) {
      const launch = kernel.launch(variant, params);
      const outputs = kernel.reference(variant, params);
      for (const buffer of launch.buffers) {
        const bytes = bytesOf(buffer);
        const expected = outputs.get(buffer.name);
        const what = `${variant} ${id}: ${buffer.name}`;
        // Matrices of zeros cost less power than any others, and the clock stays higher.
        if (isOperand(buffer) && kernel.id !== MEANT_ALIKE) expect(new Set(bytes).size, what).toBeGreaterThan(1);
        // A kernel that does nothing is wrong.
        if (expected !== undefined && id !== STORES_NOTHING) expect(Buffer.compare(bytes, expected), what).not.toBe(0);
      }
    }
  }
});
