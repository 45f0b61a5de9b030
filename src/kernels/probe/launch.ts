/** How the probe is compiled and started, and the words it must leave behind. */
import { LANES } from '../../base/hardware.ts';
import type { Launch, StructParam } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import { ACCESSES, allPasses, isLoading, isMatrix, stretchBytes, wordOffset, wordsOf } from './job.ts';
import { type ProbeParams, tableOf } from './params.ts';
import type { ProbeVariant } from './variants.ts';

/** Word i of the stretch holds i times this: odd, so that all words differ. */
const STEP = 0x1e37_79b1;
/** Entry of the table for an idle lane; poisoned words of the output hold it, too. */
const IDLE = 0xffff_ffff;

export function buildSpec(variant: ProbeVariant, p: ProbeParams): BuildSpec {
  const size = isMatrix(variant) ? { MATRICES: p.matrices } : { WIDTH_BYTES: p.widthBytes };
  const order = isLoading(variant) ? { CHAINED: p.order === 'chained' ? 1 : 0 } : {};
  return { source: `probe/${variant}.cu`, entry: 'probe', defines: { ...size, ...order } };
}

export function launchOf(variant: ProbeVariant, p: ProbeParams): Launch {
  const threads = p.warps * LANES;
  const values = tableOf(p).map(offset => offset ?? IDLE);
  return {
    entry: 'probe',
    grid: [1, 1, 1],
    block: [threads, 1, 1],
    dynamicSharedBytes: p.warps * stretchBytes(variant, p),
    buffers: [
      { name: 'out', type: 'u32', length: wordsOf(variant, p) * threads, init: { kind: 'poison' }, output: true },
      { name: 'clocks', type: 's64', length: 2 * threads, init: { kind: 'poison' }, output: true },
      { name: 'table', type: 'u32', length: LANES, init: { kind: 'values', values } },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'clocks' },
      { kind: 'pointer', buffer: 'table' },
      jobStruct([p.passes, stretchBytes(variant, p), 0]),
    ],
  };
}

const jobStruct = (words: readonly number[]): StructParam => ({
  kind: 'struct',
  sizeBytes: 4 * words.length,
  fields: words.map((value, i) => ({ offset: 4 * i, kind: 'scalar', type: 'u32', value })),
});

/**
 * Expected output, without the clocks, which cannot be known before. A loading lane sums up the values, a storing lane
 * loads its words again.
 */
export function referenceOf(variant: ProbeVariant, p: ProbeParams): Map<string, Uint8Array> {
  const threads = p.warps * LANES;
  const table = tableOf(p);
  const times = isLoading(variant) ? ACCESSES * allPasses(p) : 1;
  const out = Uint32Array.from({ length: wordsOf(variant, p) * threads }, (_, i) => {
    const offset = wordOffset(variant, table, i % LANES, Math.floor(i / threads));
    return offset === null ? IDLE : Math.imul(Math.imul(offset / 4, STEP), times);
  });
  return new Map([['out', new Uint8Array(out.buffer)]]);
}
