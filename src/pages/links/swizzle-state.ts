/** What the page shows, its limits, and what it begins with. */
import type { Swizzle } from '../../model/layout/swizzle.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { UnitName } from '../../model/swizzle/names.ts';
import type { PieceName } from '../../model/swizzle/places.ts';

export interface SwizzleState {
  readonly elementBytes: number;
  readonly rows: number;
  /** Elements. */
  readonly columns: number;
  readonly pad: number;
  /** Byte address of the tile. */
  readonly base: number;
  /** On bytes. */
  readonly swizzle: Swizzle;
  /** On bytes: what the pattern is compared with; its rows have no padding. */
  readonly against: Swizzle;
  /** Of one's own, in place of the swizzle; '' = none. */
  readonly formula: string;
  readonly gives: 'chunk' | 'column';
  readonly unit: UnitName;
  readonly piece: PieceName;
  readonly arranged: 'memory' | 'tile';
  /** Id of the access that is drawn. */
  readonly access: string;
  readonly origin: Cell;
  /** The own table: 32 numbers, or a formula in `lane`. */
  readonly lanes: string;
  /** Ids of the accesses that a swizzle is looked for. */
  readonly wanted: readonly string[];
  /** The compiled kernel that lays the tile. */
  readonly run: (typeof RUNS)[number];
  /** By which column the candidates are sorted, with a minus for the greatest first; '' = best first. */
  readonly sort: string;
  /** Inside of somebody else's page: the pictures alone. */
  readonly embed: boolean;
}

export const ELEMENT_BYTES = [1, 2, 4, 8, 16] as const;
export const MOST_ROWS = 256;
export const MOST_COLUMNS = 256;
export const MOST_PAD = 64;
export const MOST_BASE = 16384;

export const DEFAULTS: SwizzleState = {
  elementBytes: 2,
  rows: 16,
  columns: 64,
  pad: 0,
  base: 0,
  swizzle: { bits: 3, base: 4, shift: 3 },
  against: { bits: 0, base: 4, shift: 3 },
  formula: '',
  gives: 'chunk',
  unit: 'bytes',
  piece: 'chunk',
  arranged: 'memory',
  access: 'ldmatrix-4',
  origin: { row: 0, column: 0 },
  lanes: 'lane * 128',
  wanted: ['row-16', 'ldmatrix-4'],
  run: 'tma-tile',
  sort: '',
  embed: false,
};

/** Variants of the kernel `swizzle` that fill a tile and dump it. */
export const RUNS = ['tma-tile', 'cp-async-xor', 'wrong-mask'] as const;
