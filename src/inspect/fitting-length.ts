/** For accesses past the end of buffers with guessed lengths: the first lengths with which a run no longer finds them. */
import type { Fault } from '../trace/fault.ts';
import type { Finding } from '../trace/finding.ts';
import type { Launch } from '../trace/launch.ts';
import { type GuessedPaths, type LengthToTry, lengthToTry, longerLength, withLength } from './guessed-launch.ts';

/** Of several findings the first are looked at. */
const MOST_FINDINGS = 3;

/**
 * @param faultsOf what a run of that launch finds; null if the search is to end.
 * @param pointedAt the buffer from which a line of the PTX computes its address; null where that is not known.
 */
export async function fittingLengths(
  faults: readonly Fault[],
  paths: GuessedPaths,
  faultsOf: (launch: Launch) => Promise<readonly Fault[] | null>,
  pointedAt: (ptxLine: number) => string | null = () => null,
): Promise<ReadonlyMap<string, LengthToTry>> {
  const found = new Map<string, LengthToTry>();
  const asked = faults.flatMap(fault => {
    const pointed = fault.kind === 'outOfBounds' ? pointedAt(fault.place.ptxLine) : null;
    const first = lengthToTry(fault, paths, pointed);
    return first === null ? [] : [{ fault, first, pointed }];
  });
  for (const { fault, first, pointed } of asked.slice(0, MOST_FINDINGS)) {
    const isSame = ({ kind, place }: Fault) => kind === fault.kind && place.ptxLine === fault.place.ptxLine;
    for (let length: number | null = first.length; length !== null; ) {
      const launch = withLength(paths.launch, first.buffer, length);
      const faultsThen = await faultsOf(launch);
      if (faultsThen === null) return found;
      const again = faultsThen.find(isSame);
      if (again === undefined) found.set(fault.message, { ...first, length });
      length = again === undefined ? null : longerLength(again, length, { ...paths, launch }, pointed);
    }
  }
  return found;
}

/** Adds to each finding the length with which it goes, by the finding's message. */
export const withLengths = (
  findings: readonly Finding[],
  lengths: ReadonlyMap<string, LengthToTry>,
  { buffers }: Launch,
): readonly Finding[] =>
  findings.map(finding => {
    const fits = lengths.get(finding.message);
    if (fits === undefined) return finding;
    const { buffer, path, length } = fits;
    const message = `With ${length} elements of '${buffers[buffer].name}' (${path}) a run no longer finds this.`;
    return { ...finding, fitting: { path, value: length, message } };
  });
