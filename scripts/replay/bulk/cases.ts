/** Copies out of shared memory to test on a GPU: copies and reductions of bytes, stores and reductions of boxes. */
import type { ElementType, SwizzleMode } from '../../../src/trace/launch.ts';
import { ELEMENT_BYTES } from '../../../src/trace/launch.ts';

/** How many bytes each copy may touch on either side; `BYTES` of cuda/replay/bulk-play.cu. */
export const COPY_BYTES = 4096;

/** Operations, indexed by the number in the program's switch statements. */
const TO_GLOBAL =
  'add.u32 add.s32 add.u64 add.f32 add.f64 add.f16 add.bf16 min.u32 min.s32 min.u64 min.s64 min.f16 min.bf16 max.u32 max.s32 max.u64 max.s64 max.f16 max.bf16 inc.u32 dec.u32 and.u32 and.u64 or.u32 or.u64 xor.u32 xor.u64';
const TO_SHARED =
  'add.u32 add.s32 add.u64 min.u32 min.s32 max.u32 max.s32 inc.u32 dec.u32 and.u32 or.u32 xor.u32 copy.u32';
export const FIRST_TO_SHARED = 100;
const BOX_FORMS = ['store', 'add', 'min', 'max', 'inc', 'dec', 'and', 'or', 'xor'] as const;
const BOX_TYPES = ['u8', 'u16', 'u32', 's32', 'u64', 's64', 'f16', 'bf16', 'f32', 'f64'] as const;

export interface BulkBox {
  readonly width: number;
  readonly height: number;
  readonly strideBytes: number;
  readonly box: readonly [number, number];
  /** Traversal stride of the rows. */
  readonly step: number;
  readonly swizzle: SwizzleMode;
  readonly start: readonly [number, number];
  /** Base of the box in shared memory, counted from a multiple of 2048. */
  readonly base: number;
}

export interface BulkCase {
  readonly id: string;
  readonly form: number;
  /** Type of the elements of which the bytes consist. */
  readonly type: ElementType;
  /**
   * Launch without clusters, in a cluster of 1, or in one of 2 whose CTAs copy within their own shared memory or into
   * the other's.
   */
  readonly launched: 'bytes' | 'single' | 'own' | 'peer';
  /** Null for a copy or reduction of bytes. */
  readonly box: BulkBox | null;
}

const byteCases = (words: string, first: number, to: string, launched: BulkCase['launched'] = 'bytes'): BulkCase[] =>
  words.split(' ').map((name, i) => {
    const type = name.split('.')[1] as ElementType;
    return { id: `${name} to ${to}`, form: first + i, type, launched, box: null };
  });

const boxCase = (id: string, form: number, type: ElementType, box: BulkBox): BulkCase => ({
  ...{ id, form, type, launched: 'bytes', box },
});

/** Rows of 112 bytes and `more` elements, 128 bytes apart; the tensor's edge cuts the last chunk. */
function boxAtEdge(type: ElementType, more: number): BulkBox {
  const perChunk = 16 / ELEMENT_BYTES[type];
  return {
    ...{ width: 7 * perChunk + more, height: 32, strideBytes: 128, box: [4 * perChunk, 16], step: 1, swizzle: '64B' },
    ...{ start: [4 * perChunk, 9], base: 0 },
  };
}

const reductionOfBoxes = (form: number, type: ElementType): BulkCase =>
  boxCase(`${BOX_FORMS[form]} of a box of ${type}`, form, type, boxAtEdge(type, 0));

/** Boxes cut after every element of a chunk, and in steps over rows. */
function cutBoxes(form: number, type: ElementType): BulkCase[] {
  const perChunk = 16 / ELEMENT_BYTES[type];
  const name = `${BOX_FORMS[form]} of a box of ${type}`;
  const cut = Array.from({ length: perChunk - 1 }, (_, i) =>
    boxCase(`${name}, cut behind ${i + 1} of ${perChunk}`, form, type, boxAtEdge(type, i + 1)),
  );
  const stepped = [2, 3].map(step =>
    boxCase(`${name}, every ${step} rows`, form, type, { ...boxAtEdge(type, 1), step }),
  );
  return [...cut, ...stepped];
}

const SPANS = { none: 96, '32B': 32, '64B': 64, '128B': 128 } as const;
/** Starts in chunks of 16 bytes along rows of a little more than 7 chunks, and in rows. */
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

function boxFrom(
  type: ElementType,
  swizzle: keyof typeof SPANS,
  [chunk, row]: readonly [number, number],
  base: number,
): BulkBox {
  const elementBytes = ELEMENT_BYTES[type];
  const perChunk = 16 / elementBytes;
  return {
    // One element beyond the seventh chunk.
    ...{ width: 7 * perChunk + 1, height: 30, strideBytes: 128, step: 1, swizzle, base },
    ...{ box: [SPANS[swizzle] / elementBytes, 16], start: [chunk * perChunk, row] },
  };
}

const storesOf = (type: ElementType, swizzle: keyof typeof SPANS): BulkCase[] =>
  STARTS.map((start, i) =>
    boxCase(
      `store of ${type}, ${swizzle}, from ${start.join(', ')}`,
      0,
      type,
      boxFrom(type, swizzle, start, 128 * (i % 3)),
    ),
  );

/** Additions from every start, also from the middle of a chunk. */
function startsOf(type: ElementType): BulkCase[] {
  const additions = STARTS.map((start, i) =>
    boxCase(`add of ${type} from ${start.join(', ')}`, 1, type, boxFrom(type, '128B', start, 128 * (i % 3))),
  );
  const halfway = [0, 1].map(form =>
    boxCase(`${BOX_FORMS[form]} of ${type} from half a chunk`, form, type, boxFrom(type, '128B', [0.5, 0], 0)),
  );
  return [...additions, ...halfway];
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
    ...byteCases(TO_SHARED, FIRST_TO_SHARED, 'shared in a cluster of 1', 'single'),
    ...byteCases(TO_SHARED, FIRST_TO_SHARED, 'shared in a cluster of 2', 'own'),
    ...byteCases(TO_SHARED, FIRST_TO_SHARED, "the other CTA's shared", 'peer'),
    ...(['u8', 'u16', 'u32', 'u64', 'f16', 'bf16', 'f32', 'f64'] as const).flatMap(type => cutBoxes(0, type)),
    ...(['u32', 's32', 'u64', 'f16', 'bf16', 'f32', 'f64'] as const).flatMap(type => cutBoxes(1, type)),
    ...BOX_FORMS.slice(2).flatMap((_, i) => cutBoxes(i + 2, 'u32')),
    ...(['u32', 'f16', 'f32', 'f64'] as const).flatMap(startsOf),
  ];
}
