/**
 * Reads of device memory by warps of one cluster behind the two that have a mark: there may be such that nothing orders before a
 * write which those two are before. That takes something that orders some warps with others, not all of a CTA at once.
 */
import type { Program } from '../machine/program.ts';
import type { Instruction } from '../parse/ast.ts';
import type { Segments } from './segments.ts';
import { type CellMarks, strongOf } from './shadow.ts';
import { isStrong } from './strong-words.ts';

const STRONG_OPCODES = ['atom', 'mbarrier'];
const COUNTED_OPCODES = ['bar', 'barrier'];

/** Arrivals without a wait, barriers for a number of threads, mbarriers, and what flags are made of. */
const ordersSome = ({ opcode, modifiers, operands }: Instruction): boolean =>
  STRONG_OPCODES.includes(opcode) ||
  (COUNTED_OPCODES.includes(opcode) &&
    !modifiers.includes('warp') &&
    (modifiers.includes('arrive') || operands.length > 1)) ||
  ((opcode === 'ld' || opcode === 'st') && isStrong(modifiers));

/** Whether two reads of a place, the last and one of another warp, do not stand for all of them. */
export const needsFurtherReads = ({ operations }: Program): boolean =>
  operations.some(({ source }) => ordersSome(source));

/**
 * A read in the segment is to be noted, behind which the last one or the other one loses its mark (`GlobalRecord.noteRead`). False where
 * nothing was to be done.
 */
export function keepFurther(marks: CellMarks, i: number, segments: Segments, segment: number, place: number): boolean {
  const lost = lostRead(marks, i, segments, segment);
  const known = marks.further?.get(i);
  if (lost === null && known === undefined) return false;
  const { cluster, warp } = segments;
  // A later read of a warp stands for its earlier ones, but a strong one for no plain one.
  const standsFor = (a: Read, b: Read): boolean =>
    warp[a.by] === warp[b.by] && (strongOf(a.place) === 0 || strongOf(b.place) !== 0);
  const kept: number[] = [];
  const keep = (read: Read): void => {
    if (cluster[read.by] !== cluster[segment] || standsFor({ by: segment, place }, read)) return;
    kept.push(read.by, read.place);
  };
  for (let k = 0; known !== undefined && k < known.length; k += 2) {
    const read = { by: known[k], place: known[k + 1] };
    if (lost === null || !standsFor(lost, read)) keep(read);
  }
  if (lost !== null) keep(lost);
  marks.further ??= new Map();
  if (kept.length > 0) marks.further.set(i, kept);
  else marks.further.delete(i);
  return true;
}

/** Its segment and place. */
interface Read {
  readonly by: number;
  readonly place: number;
}

/** Of the last read and the other one, the one that a read in the segment leaves without a mark; null where it is neither. */
function lostRead({ reads, others }: CellMarks, i: number, { cluster, warp }: Segments, segment: number): Read | null {
  if (reads === null || others === null || others[i] === 0) return null;
  const [last, other] = [reads[i], others[i]];
  const isNear = cluster[last] === cluster[segment];
  if (isNear && warp[last] === warp[segment]) return null;
  if (isNear && cluster[other] !== cluster[segment]) return { by: last, place: reads[i + 1] };
  return { by: other, place: others[i + 1] };
}
