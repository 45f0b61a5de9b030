/** Keys by which reports of one mistake are known to be the same. */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import type { Fault, FaultPlace } from '../../trace/fault.ts';

/** Line in the source, or in the PTX where that is not known. */
export const lineOf = ({ file, line, ptxLine }: FaultPlace): string =>
  line > 0 ? `${file}:${line}` : `PTX ${ptxLine}`;

/** Where a race is: one line may load from device memory and store to shared memory. */
type RaceSpace = 'shared' | 'device';

export const spaceOf = ({ address }: Fault & { kind: 'race' }): RaceSpace =>
  address < DEVICE_ARENA_BASE ? 'shared' : 'device';

/** The memory and the lines of two accesses that race, whichever came first. */
const linesBetween = (space: RaceSpace, a: FaultPlace, b: FaultPlace): string =>
  [space, ...[lineOf(a), lineOf(b)].sort()].join(' ');

/** The memory and the lines of a race, whichever access came first. */
export const linesOf = (race: Fault & { kind: 'race' }): string =>
  linesBetween(spaceOf(race), race.place, race.other.place);

/** The key `mistakeOf` of a race between such accesses. */
export const raceBetween = (space: RaceSpace, a: FaultPlace, b: FaultPlace): string =>
  `race ${linesBetween(space, a, b)}`;

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
  fault.kind === 'race' ? raceBetween(spaceOf(fault), fault.place, fault.other.place) : siteOf(fault);
