/** How the scan is compiled and started, and the answer it must leave behind. */
import type { BufferSpec, Launch, LaunchParam } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import { ctasOf, sharedBytes, threadsOf } from './geometry.ts';
import type { ScanParams } from './params.ts';
import { tilesOf } from './ring.ts';
import { isSinglePass, type ScanVariant } from './variants.ts';

/** The input counts 1, 2, 3 …: its sums are easy to recognise, and one that lacks an element is another. */
const FIRST = 1;

export const buildSpec = (variant: ScanVariant, p: ScanParams): BuildSpec => ({
  source: `scan/${variant}.cu`,
  entry: 'scan',
  defines: isSinglePass(variant) ? { TILE: p.tile } : { SECTION: p.section },
});

export const launchOf = (variant: ScanVariant, p: ScanParams): Launch => ({
  entry: 'scan',
  grid: [ctasOf(variant, p), 1, 1],
  block: [threadsOf(variant, p), 1, 1],
  ...(isSinglePass(variant) ? { dynamicSharedBytes: sharedBytes(variant, p) } : {}),
  buffers: [
    { name: 'out', type: 'u32', length: p.elements, init: { kind: 'poison' }, output: true },
    { name: 'in', type: 'u32', length: p.elements, init: { kind: 'iota', start: FIRST } },
    ...(isSinglePass(variant) ? told(p) : []),
  ],
  params: [
    { kind: 'pointer', buffer: 'out' },
    { kind: 'pointer', buffer: 'in' },
    { kind: 'scalar', type: 'u32', value: p.elements },
    { kind: 'scalar', type: 's32', value: p.inclusive },
    ...(isSinglePass(variant) ? told(p).map(({ name }): LaunchParam => ({ kind: 'pointer', buffer: name })) : []),
  ],
});

/** What CTAs tell each other: a word for each tile, and how many have left. Launches go on from what earlier ones left. */
const told = (p: ScanParams): BufferSpec[] => [
  { name: 'sums', type: 'u64', length: tilesOf(p), init: { kind: 'zeros' } },
  { name: 'left', type: 'u64', length: 1, init: { kind: 'zeros' } },
];

/** Goes along the input once, and starts anew with each section, if there are any. */
export function referenceOf(variant: ScanVariant, p: ScanParams): Map<string, Uint8Array> {
  const out = new Uint32Array(p.elements);
  let before = 0;
  for (let i = 0; i < p.elements; i++) {
    if (!isSinglePass(variant) && i % p.section === 0) before = 0;
    const through = before + FIRST + i;
    out[i] = p.inclusive === 1 ? through : before;
    before = through;
  }
  return new Map([['out', new Uint8Array(out.buffer)]]);
}
