import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareMeasured, comparePart, measuredInSlices } from './measured-comparison.ts';
import type { WorkbenchDocument } from './workbench-document.ts';

const MIB = 2 ** 20;

/** 20 MiB: three slices. */
function sample(differing: readonly number[]) {
  const before = new Uint8Array(20 * MIB);
  const after = before.slice();
  const found = before.slice();
  for (const at of differing) found[at] = 1;
  const part = { buffer: 'out', name: 'out', byteOffset: 4, bytes: before.length - 4, type: 'u32' } as const;
  const document: WorkbenchDocument = {
    ...{ version: 1, title: '', source: { language: 'ptx', name: 'k.ptx', text: '' }, arch: 'sm_90', guessed: [] },
    ...{ ctas: null, tracedCta: 0, faults: 'all' },
    launch: {
      ...{ grid: [1, 1, 1], block: [1, 1, 1], params: [] },
      buffers: [{ name: 'out', type: 'u32', length: before.length / 4, init: { kind: 'bytes', bytes: before } }],
    },
    expectations: [{ buffer: 'out', by: { kind: 'bytes', bytes: after }, tolerance: 0 }],
    capture: {
      ...{ kernel: 'k', index: 1, api: '', notes: [], parts: [part] },
      gpu: { name: '', computeCapability: [9, 0], driver: 13000 },
    },
  };
  return { document, found: new Map([['out', found]]), part, contents: { before, found, after } };
}

it('slices say together what one comparison says, and how far they are', () => {
  const places = fc.array(fc.nat(20 * MIB - 1), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(places, differing => {
      const { document, found, part, contents } = sample(differing);
      expect(compareMeasured(document, found)).toEqual({ ok: true, value: [comparePart(part, contents)] });
    }),
    { numRuns: 3 },
  );
  const { document, found } = sample([17 * MIB]);
  const shares = [...measuredInSlices(document, found)];
  expect(shares).toHaveLength(3);
  expect(shares.at(-1)).toBe(1);
});
