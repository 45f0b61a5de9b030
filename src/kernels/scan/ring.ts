/** A CTA of the single pass: its warps by role, and where the ring of tiles and the sums beside them lie in shared memory. */
import { LANES, MBARRIER_BYTES, WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import type { ScanParams } from './params.ts';

const ELEMENT_BYTES = 4;

/** Warps that each scan a share of a tile; before them one that copies, one that looks back and one that sums up. */
export const SCANNERS = 8;
export const COPIES = 0;
export const LOOKS_BACK = 1;
export const SUMS = 2;
export const FIRST_SCANNER = 3;
export const SINGLE_PASS_THREADS = (FIRST_SCANNER + SCANNERS) * LANES;

export const STAGES = 6;
/** Mbarriers of a stage: full, ready, empty. */
const BARRIERS = 3;

/** Elements of a row: a vector for each lane. */
const ROW = (LANES * WIDEST_ACCESS_BYTES) / ELEMENT_BYTES;

export const shareOf = ({ tile }: ScanParams): number => tile / SCANNERS;
/** Of a share. */
export const rowsOf = (p: ScanParams): number => shareOf(p) / ROW;

export const tilesOf = ({ elements, tile }: ScanParams): number => Math.ceil(elements / tile);

/** A CTA's tiles by their numbers, in its order. */
export const ownTiles = (p: ScanParams, cta: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((tilesOf(p) - cta) / p.ctas)) }, (_, turn) => cta + turn * p.ctas);

/** Byte addresses in shared memory; `stage` counts from 0. */
export const tileAt = ({ tile }: ScanParams, stage: number): number => stage * tile * ELEMENT_BYTES;
const startsAt = (p: ScanParams): number => tileAt(p, STAGES) + STAGES * BARRIERS * MBARRIER_BYTES;
export const startAt = (p: ScanParams, stage: number): number => startsAt(p) + stage * ELEMENT_BYTES;
export const beforeAt = (p: ScanParams, stage: number, share: number): number =>
  startAt(p, STAGES) + (stage * SCANNERS + share) * ELEMENT_BYTES;

export const ringBytes = (p: ScanParams): number =>
  Math.ceil(beforeAt(p, STAGES, 0) / WIDEST_ACCESS_BYTES) * WIDEST_ACCESS_BYTES;
