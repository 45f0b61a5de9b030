/** The link of the swizzle page: what it shows, its limits, and what it begins with. */
import { type Swizzle, swizzleOf } from '../../model/layout/swizzle.ts';
import { MOST_BITS, topBit } from '../../model/swizzle/swizzle-numbers.ts';
import {
  checked,
  choice,
  flag,
  int,
  type LinkPart,
  linkCodec,
  list,
  named,
  record,
  type StateOf,
  text,
  whole,
  word,
} from '../../state/link-codec.ts';
import { accessOf } from '../kit/tile/access-list.ts';

export const ELEMENT_BYTES = [1, 2, 4, 8, 16] as const;
export const MOST_ROWS = 256;
export const MOST_COLUMNS = 256;
export const MOST_PAD = 64;
export const MOST_BASE = 16384;
/** Variants of the kernel `swizzle` that fill a tile and dump it. */
export const RUNS = ['tma-tile', 'cp-async-xor', 'wrong-mask'] as const;

/** '3.4.3', on bytes. */
const swizzle = (fallback: Swizzle) =>
  checked(
    record<Swizzle>({ bits: whole(0), base: whole(0), shift: whole(0) }, '.', fallback),
    ({ bits, base, shift }) => {
      const made = swizzleOf(bits, base, shift);
      return made.ok && topBit(made.value) <= MOST_BITS;
    },
    'a swizzle like 3.4.3',
  );

const access = (fallback: string) =>
  word<string>({
    fallback,
    allowed: 'an access like row-16 or ldmatrix-4',
    parse: id => (accessOf(id, []) === null ? undefined : id),
    textOf: id => id,
  });

/** Byte address of the tile; an element lies at a multiple of its size. */
const base = (elementBytes: number): LinkPart<number> => {
  const any = int(0, MOST_BASE, 0);
  return {
    ...any,
    read: (search, name, refuse) => {
      const asked = any.read(search, name, refuse);
      const aligned = asked - (asked % elementBytes);
      if (aligned !== asked) refuse(name, `${asked} is not a multiple of ${elementBytes}; ${aligned} is shown`);
      return aligned;
    },
  };
};

export const swizzleLink = linkCodec(
  {
    elementBytes: named('e', choice<number>(ELEMENT_BYTES, 2)),
    rows: int(1, MOST_ROWS, 16),
    /** Elements. */
    columns: named('cols', int(1, MOST_COLUMNS, 64)),
    /** Elements. */
    pad: int(0, MOST_PAD, 0),
    swizzle: named('swz', swizzle({ bits: 3, base: 4, shift: 3 })),
    /** Pattern with which the page's pattern is compared; its rows have no padding. */
    against: named('vs', swizzle({ bits: 0, base: 4, shift: 3 })),
    /** Typed in place of the swizzle; '' = none. */
    formula: named('f', text('')),
    gives: choice(['chunk', 'column']),
    unit: choice(['bits', 'bytes', 'elements'], 'bytes'),
    piece: choice(['byte', 'element', 'chunk'], 'chunk'),
    arranged: named('show', choice(['memory', 'tile'])),
    /** Id of the access that is drawn. */
    access: access('ldmatrix-4'),
    /** The own table: 32 numbers, or a formula in `lane`. */
    lanes: text('lane * 128'),
    /** Ids of the accesses that a swizzle is looked for. */
    wanted: named('want', list(access(''), '.', ['row-16', 'ldmatrix-4'], [64, 'accesses'])),
    /** The compiled kernel that lays the tile. */
    run: choice(RUNS),
    /** The column that the candidates are sorted by, with a minus for the greatest first; '' = best first. */
    sort: text(''),
    /** Whether it is shown inside a page of another site: only the pictures. */
    embed: flag(false),
  },
  ({ elementBytes, rows, columns }) => ({
    base: base(elementBytes),
    origin: named(
      'at',
      record({ row: int(0, rows - 1, 0), column: int(0, columns - 1, 0) }, '.', { row: 0, column: 0 }),
    ),
  }),
);
export type SwizzleState = StateOf<typeof swizzleLink>;
