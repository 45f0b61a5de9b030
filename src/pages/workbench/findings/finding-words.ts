/** Findings in words: kinds, places, parties; which are of a line; which two runs share. Pure. */
import { FAULT_NAMES } from '../../../panels/fault-names.ts';
import type { LineSelection } from '../../../state/workbench-store.ts';
import type { FaultPlace, Who } from '../../../trace/fault.ts';
import type { CostKind, Finding } from '../../../trace/finding.ts';
import { baseName, isSameFile } from '../source/source-names.ts';

const COST_NAMES: Readonly<Record<CostKind, string>> = {
  bankConflicts: 'bank conflicts',
  scatteredSectors: 'scattered sectors',
  unalignedAccess: 'unaligned access',
  localMemory: 'local memory',
  constantAddresses: 'constant addresses',
  atomicContention: 'atomic contention',
  divergence: 'divergence',
  swizzleBase: 'base off the swizzle',
};

export const KIND_NAMES: Readonly<Record<Finding['kind'], string>> = { ...FAULT_NAMES, ...COST_NAMES };

/** 'tiled.cu:23', or the line of the PTX where that names no source. */
export function placeWords({ file, line, ptxLine }: FaultPlace): string {
  if (line > 0) return `${baseName(file)}:${line}`;
  return ptxLine > 0 ? `PTX line ${ptxLine}` : 'no line';
}

/** 'CTA 0, warp 3, lane 5'. */
export const whoWords = ({ cta, warp, lane }: Who): string =>
  `CTA ${cta}, warp ${warp}${lane < 0 ? '' : `, lane ${lane}`}`;

type Chosen = Pick<LineSelection, 'file' | 'line' | 'ptxLine'>;

/** Whether a place lies on the chosen line. */
export function isOnLine(place: FaultPlace, chosen: Chosen): boolean {
  if (chosen.line > 0 && place.line > 0) return place.line === chosen.line && isSameFile(place.file, chosen.file);
  return chosen.ptxLine > 0 && place.ptxLine === chosen.ptxLine;
}

/** Registers are numbered anew by every compilation. */
const withoutNumbers = (instruction: string): string => instruction.replace(/%([a-z]+)\d+/g, '%$1');

/** Identity of a finding in a text that was edited since: its kind and the words of its line, not the line's number. */
export const identityOf = ({ kind, place }: Finding, lines: readonly string[]): string =>
  `${kind} ${lines[place.line - 1]?.trim() ?? withoutNumbers(place.instruction)}`;

/** Places in `identities` that `others` have no equal left for: each of the others accounts for one. */
export function withoutEqual(identities: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  const alone = new Set<number>();
  identities.forEach((identity, at) => {
    const equals = left.get(identity) ?? 0;
    left.set(identity, equals - 1);
    if (equals <= 0) alone.add(at);
  });
  return alone;
}
