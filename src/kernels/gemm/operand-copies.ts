/** How a stage is filled, in closed form: by 16-byte copies of threads, or by boxes of the copy engine. */
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { TensorMap } from '../../trace/launch.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { engineCopy } from '../engine-copy.ts';
import { ELEMENT_BYTES, type GemmBuild, TILE_K, threadsOf } from './build.ts';
import type { GemmSize } from './launch.ts';
import { type GemmOperand, operandRows, operandTile, placeInCluster, ROW_BYTES, type TileCorner } from './tiles.ts';

/** Elements of a 16-byte copy. */
const CHUNK = 16 / ELEMENT_BYTES;
const CHUNKS = TILE_K / CHUNK;

const OPERANDS: readonly GemmOperand[] = ['a', 'b'];

/** The copies of a CTA for one step along K of one of its tiles. */
export interface StepCopy {
  readonly build: GemmBuild;
  readonly size: GemmSize;
  readonly corner: TileCorner;
  readonly step: number;
  /** Stage of the ring. */
  readonly stage: number;
  /** Barriers passed before. */
  readonly interval: number;
}

const firstRow = ({ corner }: StepCopy, operand: GemmOperand): number => (operand === 'a' ? corner.row : corner.column);

/** All threads copy some rows at a time, a chunk each; beyond the edges they read nothing and write zeros. */
export function threadCopies(copy: StepCopy, address: (operand: GemmOperand) => number): CtaAccess[] {
  const rowsAtOnce = threadsOf(copy.build) / CHUNKS;
  return OPERANDS.flatMap(operand =>
    Array.from({ length: operandRows(copy.build, operand) / rowsAtOnce }, (_, pass) => pass * rowsAtOnce).flatMap(
      first => chunkCopies(copy, operand, first, address(operand)),
    ),
  );
}

function chunkCopies(copy: StepCopy, operand: GemmOperand, first: number, address: number): CtaAccess[] {
  const { build, size, step, stage, interval } = copy;
  const layout = operandTile(build, stage, operand);
  const rows = operand === 'a' ? size.m : size.n;
  const rowOf = (thread: number) => first + Math.floor(thread / CHUNKS);
  const columnOf = (thread: number) => (thread % CHUNKS) * CHUNK;
  const source = (thread: number) => {
    const row = firstRow(copy, operand) + rowOf(thread);
    const k = step * TILE_K + columnOf(thread);
    return row < rows && k < size.k ? address + (row * size.k + k) * ELEMENT_BYTES : null;
  };
  const destination = (thread: number) => byteAddressOf(layout, rowOf(thread), columnOf(thread));
  const shape = { kind: 'copy', widthBytes: CHUNK * ELEMENT_BYTES, interval } as const;
  return [
    { ...shape, space: 'global', addressOf: source },
    { ...shape, space: 'shared', addressOf: destination },
  ];
}

/** A map of the launch, and where its buffer lies. */
export interface MappedBuffer {
  readonly map: TensorMap;
  readonly address: number;
}

/**
 * Boxes that a CTA asks for: of what it shares with its cluster its own part, which the others get as well. Theirs come here
 * as rows of their CTAs.
 */
export function boxCopies(copy: StepCopy, mapped: (operand: GemmOperand) => MappedBuffer, cta: number): CtaAccess[] {
  const { build, step, stage, interval } = copy;
  const place = placeInCluster(build, cta);
  return OPERANDS.flatMap(operand => {
    const { map, address } = mapped(operand);
    const part = operandRows(build, operand) / (operand === 'a' ? build.clusterN : build.clusterM);
    const skipped = part * (operand === 'a' ? place.column : place.row);
    const start = [step * TILE_K, firstRow(copy, operand) + skipped];
    const base = operandTile(build, stage, operand).baseBytes + skipped * ROW_BYTES;
    return engineCopy({ map, start, base, direction: 'load' }, address, interval);
  });
}
