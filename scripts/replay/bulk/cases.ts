/** Copies out of shared memory to ask a GPU about: reductions of bytes, stores and reductions of boxes. */
import type { ElementType, SwizzleMode } from '../../../src/trace/launch.ts';
import { ELEMENT_BYTES } from '../../../src/trace/launch.ts';

/** Of what each copy touches on either side; `BYTES` of cuda/replay/bulk-play.cu. */
export const COPY_BYTES = 4096;

/** By the number in the program's switches. */
const TO_GLOBAL =
  'add.u32 add.s32 add.u64 add.f32 add.f64 add.f16 add.bf16 min.u32 min.s32 min.u64 min.s64 min.f16 min.bf16 max.u32 max.s32 max.u64 max.s64 max.f16 max.bf16 inc.u32 dec.u32 and.u32 and.u64 or.u32 or.u64 xor.u32 xor.u64';
const TO_SHARED = 'add.u32 add.s32 add.u64 min.u32 min.s32 max.u32 max.s32 inc.u32 dec.u32 and.u32 or.u32 xor.u32';
const FIRST_TO_SHARED = 100;
const BOX_FORMS = ['store', 'add', 'min', 'max', 'inc', 'dec', 'and', 'or', 'xor'] as const;
const BOX_TYPES = ['u8', 'u16', 'u32', 's32', 'u64', 's64', 'f16', 'bf16', 'f32', 'f64'] as const;

export interface BulkBox {
  readonly width: number;
  readonly height: number;
  readonly strideBytes: number;
  readonly box: readonly [number, number];
  readonly swizzle: SwizzleMode;
  readonly start: readonly [number, number];
  /** Of the box in shared memory, after a multiple of 2048. */
  readonly base: number;
}

export interface BulkCase {
  readonly id: string;
  readonly form: number;
  /** Of the elements: what the bytes are made of. */
  readonly type: ElementType;
  /** Null for a reduction of bytes. */
  readonly box: BulkBox | null;
}

const byteCases = (words: string, first: number, to: string): BulkCase[] =>
  words.split(' ').map((name, i) => {
    const type = name.split('.')[1] as ElementType;
    return { id: `${name} to ${to}`, form: first + i, type, box: null };
  });

/** Rows of 112 bytes, 128 apart, of which the box cuts the last. */
function reductionOfBoxes(form: number, type: ElementType): BulkCase {
  const perChunk = 16 / ELEMENT_BYTES[type];
  return {
    id: `${BOX_FORMS[form]} of a box of ${type}`,
    form,
    type,
    box: {
      ...{ width: 7 * perChunk, height: 32, strideBytes: 128, box: [4 * perChunk, 16], swizzle: '64B' },
      ...{ start: [4 * perChunk, 9], base: 0 },
    },
  };
}

const SPANS = { none: 96, '32B': 32, '64B': 64, '128B': 128 } as const;
/** In chunks of 16 bytes along rows of 7 and a bit, and in rows. */
const STARTS: readonly [chunk: number, row: number][] = [
  [0, 0],
  [2, 5],
  [5, 20],
  [-1, 3],
  [1, -4],
  [-3, -3],
  [8, 0],
  [0, 32],
];

function storesOf(type: ElementType, swizzle: keyof typeof SPANS): BulkCase[] {
  const elementBytes = ELEMENT_BYTES[type];
  const perChunk = 16 / elementBytes;
  return STARTS.map(([chunk, row], i) => ({
    id: `store of ${type}, ${swizzle}, from ${chunk}, ${row}`,
    form: 0,
    type,
    box: {
      // One element beyond the seventh chunk.
      ...{ width: 7 * perChunk + 1, height: 30, strideBytes: 128, swizzle, base: 128 * (i % 3) },
      ...{ box: [SPANS[swizzle] / elementBytes, 16], start: [chunk * perChunk, row] },
    },
  }));
}

export function bulkCases(): BulkCase[] {
  const reductions = BOX_FORMS.slice(1).flatMap((_, i) => BOX_TYPES.map(type => reductionOfBoxes(i + 1, type)));
  const modes = Object.keys(SPANS) as (keyof typeof SPANS)[];
  const stores = modes.flatMap(swizzle =>
    (['u8', 'f16', 'f32', 'f64'] as const).flatMap(type => storesOf(type, swizzle)),
  );
  return [
    ...byteCases(TO_GLOBAL, 0, 'global'),
    ...byteCases(TO_SHARED, FIRST_TO_SHARED, 'shared'),
    ...reductions,
    ...stores,
  ];
}
