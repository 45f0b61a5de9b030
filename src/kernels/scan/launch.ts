/** How the scan is compiled and started, and the answer it must leave behind. */
import type { Launch } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import { ctasOf, threadsOf } from './geometry.ts';
import type { ScanParams } from './params.ts';
import type { ScanVariant } from './variants.ts';

/** The input counts 1, 2, 3 …: its sums are easy to recognise, and one that lacks an element is another. */
const FIRST = 1;

export const buildSpec = (variant: ScanVariant, p: ScanParams): BuildSpec => ({
  source: `scan/${variant}.cu`,
  entry: 'scan',
  defines: { SECTION: p.section },
});

export const launchOf = (variant: ScanVariant, p: ScanParams): Launch => ({
  entry: 'scan',
  grid: [ctasOf(p), 1, 1],
  block: [threadsOf(variant, p), 1, 1],
  buffers: [
    { name: 'out', type: 'u32', length: p.elements, init: { kind: 'poison' }, output: true },
    { name: 'in', type: 'u32', length: p.elements, init: { kind: 'iota', start: FIRST } },
  ],
  params: [
    { kind: 'pointer', buffer: 'out' },
    { kind: 'pointer', buffer: 'in' },
    { kind: 'scalar', type: 'u32', value: p.elements },
    { kind: 'scalar', type: 's32', value: p.inclusive },
  ],
});

/** Goes along the input once, and starts anew with each section. */
export function referenceOf(p: ScanParams): Map<string, Uint8Array> {
  const out = new Uint32Array(p.elements);
  let before = 0;
  for (let i = 0; i < p.elements; i++) {
    if (i % p.section === 0) before = 0;
    const through = before + FIRST + i;
    out[i] = p.inclusive === 1 ? through : before;
    before = through;
  }
  return new Map([['out', new Uint8Array(out.buffer)]]);
}
