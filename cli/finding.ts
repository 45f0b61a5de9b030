/** Something wrong at a source line, as compilers print it: `file:line: message`. */
import type { Fault, Place } from '../src/trace/fault.ts';

export interface Finding {
  /** A fault's kind, 'excess' or 'expect'. */
  readonly kind: string;
  readonly file: string;
  /** 1-based; null where a whole file is meant. */
  readonly line: number | null;
  readonly message: string;
}

export const findingText = ({ file, line, message }: Finding): string =>
  `${file}${line === null ? '' : `:${line}`}: ${message}`;

/** The source line, or the line of the PTX where the module was compiled without line information. */
function placeOf(place: Place, ptxPath: string): Pick<Finding, 'file' | 'line'> {
  const known = place.file !== '' && place.line > 0;
  return known ? { file: place.file, line: place.line } : { file: ptxPath, line: place.ptxLine };
}

/** One finding for each kind and instruction: the first fault's message, and how many more there are (of other CTAs). */
export function faultFindings(faults: readonly Fault[], ptxPath: string): Finding[] {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const key = `${fault.kind} ${fault.place.ptxLine}`;
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()].map(([first, ...others]) => ({
    kind: first.kind,
    ...placeOf(first.place, ptxPath),
    message: others.length === 0 ? first.message : `${first.message} (and ${others.length} more like it)`,
  }));
}
