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

/** The first fault of its kind at its place, and how often more of it came. */
export const faultFindings = (faults: readonly Fault[], ptxPath: string): Finding[] =>
  faults.map(({ kind, place, message, count = 1 }) => ({
    kind,
    ...placeOf(place, ptxPath),
    message: count === 1 ? message : `${message} (found ${count} times)`,
  }));
