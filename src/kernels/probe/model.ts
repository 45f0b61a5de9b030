/** The probe in closed form: which address every lane of every access has. It knows nothing of the compiled kernel. */
import { LANES, LINE_BYTES, MATRIX_ROWS, WORD_BYTES } from '../../base/hardware.ts';
import type { AccessKind } from '../../trace/access-trace.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import type { Prediction } from '../kernel.ts';
import {
  ACCESSES,
  accessBytes,
  addressedLanes,
  allPasses,
  isMatrix,
  ROW_WORDS,
  stretchBytes,
  wordOffset,
  wordsOf,
} from './job.ts';
import { launchOf } from './launch.ts';
import { type ProbeParams, type ProbeTable, tableOf } from './params.ts';
import type { ProbeVariant } from './variants.ts';

const KINDS: Readonly<Record<ProbeVariant, AccessKind>> = {
  load: 'load',
  store: 'store',
  ldmatrix: 'ldmatrix',
  stmatrix: 'stmatrix',
  swapped: 'load',
};

export function predict(variant: ProbeVariant, p: ProbeParams, cta: number): Prediction {
  const threads = p.warps * LANES;
  const stretch = stretchBytes(variant, p);
  return {
    trace: ctaTrace(cta, threads, [...before(variant, p), ...inLoop(variant, p), ...after(variant, p)]),
    tile: {
      rows: stretch / LINE_BYTES,
      columns: LINE_BYTES / WORD_BYTES,
      elementBytes: WORD_BYTES,
      pitchElements: LINE_BYTES / WORD_BYTES,
      swizzle: { kind: 'none' },
      baseBytes: 0,
    },
    sharedBytes: p.warps * stretch,
  };
}

const laneOf = (thread: number): number => thread % LANES;

/** Offset at which a warp's stretch starts. */
const stretchOf = (variant: ProbeVariant, p: ProbeParams, thread: number): number =>
  Math.floor(thread / LANES) * stretchBytes(variant, p);

/** The table is read, for stored matrices also by the lanes of each row, and the stretch is filled word by word. */
function before(variant: ProbeVariant, p: ProbeParams): CtaAccess[] {
  const table = bufferAddresses(launchOf(variant, p)).get('table')!;
  const read = (indexOf: (lane: number) => number | null): CtaAccess => ({
    ...({ space: 'global', kind: 'load', widthBytes: WORD_BYTES, interval: 0 } as const),
    addressOf: thread => {
      const index = indexOf(laneOf(thread));
      return index === null ? null : table + index * WORD_BYTES;
    },
  });
  const own = read(lane => (lane < addressedLanes(variant, p) ? lane : null));
  const rows = Array.from({ length: p.matrices }, (_, m) =>
    read(lane => m * MATRIX_ROWS + Math.floor(lane / ROW_WORDS)),
  );
  const lines = Array.from(
    { length: stretchBytes(variant, p) / LINE_BYTES },
    (_, line): CtaAccess => ({
      ...({ space: 'shared', kind: 'store', widthBytes: WORD_BYTES, interval: 0 } as const),
      addressOf: thread => stretchOf(variant, p, thread) + line * LINE_BYTES + laneOf(thread) * WORD_BYTES,
    }),
  );
  return [own, ...(variant === 'stmatrix' ? rows : []), ...lines];
}

/** The same access again and again. */
function inLoop(variant: ProbeVariant, p: ProbeParams): CtaAccess[] {
  const table = tableOf(p);
  const access: CtaAccess = {
    space: 'shared',
    kind: KINDS[variant],
    widthBytes: accessBytes(variant, p),
    interval: 1,
    addressOf: thread => {
      const offset = laneOf(thread) < addressedLanes(variant, p) ? table[laneOf(thread)] : null;
      return offset === null ? null : stretchOf(variant, p, thread) + offset;
    },
  };
  return Array.from({ length: ACCESSES * allPasses(p) }, () => access);
}

/** Clocks and words are written; what was stored is loaded before. */
function after(variant: ProbeVariant, p: ProbeParams): CtaAccess[] {
  const buffers = bufferAddresses(launchOf(variant, p));
  const table = tableOf(p);
  const takesPart = (thread: number): boolean => isMatrix(variant) || table[laneOf(thread)] !== null;
  const write = (buffer: string, index: number, widthBytes: number): CtaAccess => ({
    ...({ space: 'global', kind: 'store', interval: 1 } as const),
    widthBytes,
    addressOf: thread =>
      takesPart(thread) ? buffers.get(buffer)! + (index * p.warps * LANES + thread) * widthBytes : null,
  });
  const words = Array.from({ length: wordsOf(variant, p) }, (_, word) => write('out', word, WORD_BYTES));
  return [write('clocks', 0, 8), write('clocks', 1, 8), ...readBack(variant, p, table), ...words];
}

function readBack(variant: ProbeVariant, p: ProbeParams, table: ProbeTable): CtaAccess[] {
  const load = (widthBytes: number, word: number): CtaAccess => ({
    ...({ space: 'shared', kind: 'load', widthBytes, interval: 2 } as const),
    addressOf: thread => {
      const offset = wordOffset(variant, table, laneOf(thread), word);
      return offset === null ? null : stretchOf(variant, p, thread) + offset;
    },
  });
  if (variant === 'store') return [load(p.widthBytes, 0)];
  return variant === 'stmatrix' ? Array.from({ length: p.matrices }, (_, word) => load(WORD_BYTES, word)) : [];
}
