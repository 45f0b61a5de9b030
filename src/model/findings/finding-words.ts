/** Words and parts that the sentences of all findings share. */
import type { Access } from '../../trace/access-trace.ts';
import type { ExecutionProfile, ProfiledInstruction } from '../../trace/execution-profile.ts';
import type { FaultPlace, Who } from '../../trace/fault.ts';
import type { Finding } from '../../trace/finding.ts';
import type { AccessTotals } from './line-summary.ts';
import type { AddressPattern } from './pattern.ts';

/** Fields that an analysis fills in for a finding; all other fields are filled in the same way for every analysis. */
export type CostFinding = Pick<Finding, 'kind' | 'rank' | 'message' | 'fix' | 'cost'>;

/** '1 wavefront', '32 wavefronts'. */
export const counted = (n: number, noun: string): string =>
  `${n} ${n === 1 ? noun : noun.endsWith('s') ? `${noun}es` : `${noun}s`}`;

/** 'a', 'a or b', 'a, b or c'. */
export const alternatives = (ways: readonly string[]): string =>
  ways.length < 2 ? (ways[0] ?? '') : `${ways.slice(0, -1).join(', ')} or ${ways[ways.length - 1]}`;

export const sentence = (words: string): string => `${words[0].toUpperCase()}${words.slice(1)}.`;

/** 'shared load', 'global store'. */
export const accessName = ({ space, kind }: Pick<AccessTotals, 'space' | 'kind'>): string => `${space} ${kind}`;

/** The cost of all requests of the place, if the sentence spoke of the worst one only; '' for a single request. */
export function overAllRequests({ requests, over }: AccessTotals, actual: number, ideal: number, noun: string): string {
  if (requests === 1) return '';
  const which = over === requests ? `${requests} such requests` : `${over} of ${requests} requests like it`;
  return `; ${which}, ${counted(actual, noun)} in all where ${ideal} would do`;
}

/** Lanes in groups, as the rows of a two-dimensional block are. */
export function rowWords({ lanesPerRow, strideBytes, pitchBytes }: Extract<AddressPattern, { kind: 'rows' }>): string {
  const lanes = strideBytes === 0 ? 'on one address' : `${strideBytes} B apart`;
  const groups = pitchBytes === 0 ? 'on the same addresses' : `${pitchBytes} B apart`;
  return ` in groups of ${lanesPerRow} lanes ${lanes}, the groups ${groups}`;
}

export const whoOf = ({ cta, warp }: Access): Who => ({ cta, warp, lane: -1 });

export const placeOfProfiled = ({ file, line, ptxLine, text, calls }: ProfiledInstruction): FaultPlace => ({
  file,
  line,
  ptxLine,
  instruction: text,
  ...(calls && { calls }),
});

/** Looks places up in the profile: the text and PTX line of an instruction by its pc, and the lines that print. */
export class FindingPlaces {
  readonly #byPc: ReadonlyMap<number, ProfiledInstruction>;
  /** Lines that print. */
  readonly #printing: ReadonlySet<string>;
  /** For instructions without a line: program counters of stores that come right before a call that prints. */
  readonly #arguments: ReadonlySet<number>;

  constructor({ instructions }: ExecutionProfile) {
    this.#byPc = new Map(instructions.map(instruction => [instruction.pc, instruction]));
    this.#printing = new Set(instructions.filter(isPrint).map(keyOf));
    this.#arguments = printArguments(instructions);
  }

  /** Whether the access stores the arguments of a `printf`. */
  prints(place: Pick<Access, 'pc' | 'file' | 'line'>): boolean {
    return place.line > 0 ? this.#printing.has(keyOf(place)) : this.#arguments.has(place.pc);
  }

  of({ pc, file, line }: Pick<Access, 'pc' | 'file' | 'line'>): FaultPlace {
    const known = this.#byPc.get(pc);
    return known ? placeOfProfiled(known) : { file, line, ptxLine: 0, instruction: '' };
  }
}

const isPrint = ({ text }: ProfiledInstruction): boolean => /\bvprintf\b/.test(text);
/** Instructions after which another one than the next may follow. */
const LEAVES = /^(@!?\S+\s+)?(bra|brx|ret|exit|call|trap)\b/;

function printArguments(instructions: readonly ProfiledInstruction[]): ReadonlySet<number> {
  const found = new Set<number>();
  let isBefore = false;
  for (const instruction of [...instructions].sort((a, b) => b.pc - a.pc)) {
    if (isPrint(instruction)) isBefore = true;
    else if (LEAVES.test(instruction.text)) isBefore = false;
    else if (isBefore) found.add(instruction.pc);
  }
  return found;
}

const keyOf = ({ file, line }: Pick<Access, 'file' | 'line'>): string => `${line} ${file}`;
