/** Keys by which reports of one mistake are known to be the same. */
import type { Fault, FaultPlace } from '../../trace/fault.ts';

/** Line in the source, or in the PTX where that is not known. */
export const lineOf = ({ file, line, ptxLine }: FaultPlace): string =>
  line > 0 ? `${file}:${line}` : `PTX ${ptxLine}`;

/** The lines of two accesses that race, whichever came first. */
const linesBetween = (a: FaultPlace, b: FaultPlace): string => [lineOf(a), lineOf(b)].sort().join(' ');

/** The lines of a race, whichever access came first. */
export const linesOf = ({ place, other }: Fault & { kind: 'race' }): string => linesBetween(place, other.place);

/** The key `mistakeOf` of a race between such accesses. */
export const raceBetween = (a: FaultPlace, b: FaultPlace): string => `race ${linesBetween(a, b)}`;

/** Key that two reports of one mistake have in common. */
export function siteOf(fault: Fault): string {
  const { kind, place } = fault;
  if (kind === 'race') return `${kind} of ${fault.between} ${linesOf(fault)}`;
  const [opcode] = place.instruction.replace(/^@\S+ /, '').split(' ', 1);
  const about = kind === 'missingFence' ? fault.remedy : '';
  return `${kind} ${lineOf(place)} ${opcode} ${about}`;
}

/** Key that two findings of one mistake have in common; for races the pair of lines, at any distance of the threads. */
export const mistakeOf = (fault: Fault): string =>
  fault.kind === 'race' ? raceBetween(fault.place, fault.other.place) : siteOf(fault);
