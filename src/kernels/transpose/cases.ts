/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import { archs } from './archs.ts';
import type { TransposeParams } from './params.ts';

type Chosen = Partial<TransposeParams>;

const size = (rows: number, columns: number, title: string): KernelCase => ({
  id: `${rows}x${columns}`,
  title,
  params: { rows, columns },
});

/** One element has no other warp to race with; padding shifts every row but the first. */
const oneElement: KernelCase = { ...size(1, 1, 'One element'), hides: ['missing-barrier', 'pad-not-used'] };
const oneRow: KernelCase = { ...size(1, 4096, 'A single row'), hides: ['pad-not-used'] };

/** A pad of nothing cannot be forgotten, and an element of sixteen bytes is a square that looks the same turned. */
function hidesIn({ pad, elementBytes }: Chosen): Pick<KernelCase, 'hides'> {
  const hides = [...(pad === 0 ? ['pad-not-used'] : []), ...(elementBytes === 16 ? ['not-turned'] : [])];
  return hides.length > 0 ? { hides } : {};
}

const build = (tile: 32 | 64, elementBytes: 1 | 2 | 4 | 8 | 16): KernelCase => ({
  id: `tile-${tile}-bytes-${elementBytes}`,
  title: `Tile side ${tile}, elements of ${elementBytes} bytes`,
  params: { tile, elementBytes, rows: 70, columns: 100 },
  ...hidesIn({ elementBytes }),
  // 64 KiB without padding is all that a CTA of sm_75 can have.
  ...(tile * tile * elementBytes === 2 ** 16 ? { archs: archs.filter(arch => arch !== 'sm_75') } : {}),
});

/** Ragged by whole vectors: both sides are multiples of all of them, and of no tile. */
const wholeVectors = (tile: 32 | 64 | 128 | 256, elementBytes: 1 | 2 | 4, rows = 72, columns = 104): KernelCase => ({
  id: `vectors-tile-${tile}-bytes-${elementBytes}`,
  title: `Whole vectors of ${elementBytes}-byte elements, tile side ${tile}`,
  params: { tile, elementBytes, rows, columns },
});

const pad = (elements: number, title: string, chosen: Chosen = {}): KernelCase => ({
  id: [`pad-${elements}`, ...Object.entries(chosen).map(([name, value]) => `${name}-${value}`)].join('-'),
  title,
  params: { pad: elements, ...chosen },
  ...hidesIn({ pad: elements, ...chosen }),
});

const base = (bytes: number, chosen: Chosen = {}): KernelCase => ({
  id: [`base-${bytes}`, ...Object.entries(chosen).map(([name, value]) => `${name}-${value}`)].join('-'),
  title: `Tile at byte ${bytes} of shared memory`,
  params: { base: bytes, ...chosen },
});

/** Where `vectorized` takes the tiles of rows in groups. */
const farRows: KernelCase = {
  ...{ id: 'far-rows', title: 'Rows 128 KiB apart' },
  params: { elementBytes: 16, rows: 40, columns: 8192 },
  ...hidesIn({ elementBytes: 16 }),
};

export const cases: readonly KernelCase[] = [
  size(64, 64, 'Four whole tiles'),
  oneElement,
  size(31, 33, 'One row short, one column over'),
  size(33, 31, 'One row over, one column short'),
  size(100, 37, 'Ragged on both sides'),
  oneRow,
  size(4096, 1, 'A single column'),
  size(256, 256, 'Many CTAs'),
  ...([32, 64] as const).flatMap(tile => ([1, 2, 4, 8, 16] as const).map(bytes => build(tile, bytes))),
  wholeVectors(32, 4),
  wholeVectors(64, 4),
  wholeVectors(64, 2),
  wholeVectors(128, 2, 136, 264),
  wholeVectors(128, 1, 144, 272),
  wholeVectors(256, 1, 272, 528),
  farRows,
  pad(0, 'No padding: the tiled variant again'),
  pad(2, 'Two words of padding: two lanes to a bank'),
  pad(4, 'Four words of padding: four lanes to a bank'),
  pad(31, 'Padding of 31 words is as good as 1'),
  pad(32, 'A whole line of padding: nothing gained'),
  pad(33, 'A whole line and one word'),
  pad(2, 'Two halves make one word', { elementBytes: 2 }),
  pad(1, 'One element of 16 bytes', { elementBytes: 16 }),
  pad(0, 'The largest tile that fits sm_75', { tile: 64, elementBytes: 16 }),
  base(16),
  base(1024, { elementBytes: 8 }),
  base(48, { tile: 64, elementBytes: 2 }),
];
