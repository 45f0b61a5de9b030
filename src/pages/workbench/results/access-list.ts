/** The memory instructions of a run with their totals: what a picture can be asked for. Pure. */
import type { Inspection } from '../../../inspect/inspection.ts';
import type { InstructionTotals } from '../../../model/findings/line-summary.ts';
import type { Table } from '../../../pictures/view.ts';
import type { LineSelection } from '../../../state/workbench-store.ts';
import type { Space } from '../../../trace/access-trace.ts';
import { isOnLine, placeWords } from '../findings/finding-words.ts';

export interface AccessChoice {
  readonly key: string;
  readonly totals: InstructionTotals;
  /** 1-based line in the PTX that ran; 0 = unknown. */
  readonly ptxLine: number;
  /** The PTX instruction, as written. */
  readonly instruction: string;
}

/** Noun for parts of a request. Those of a copy engine in shared memory are lines of 128 bytes. */
export function unitOf({ space, kind }: Pick<InstructionTotals, 'space' | 'kind'>, parts = 0): string {
  const [one, many] = space === 'shared' && kind === 'bulk' ? ['line', 'lines'] : UNIT_OF[space];
  return parts === 1 ? one : many;
}

const UNIT_OF: Readonly<Record<Space, readonly [one: string, many: string]>> = {
  shared: ['wavefront', 'wavefronts'],
  global: ['sector', 'sectors'],
  local: ['sector', 'sectors'],
  const: ['address', 'addresses'],
  param: ['address', 'addresses'],
  cluster: ['address', 'addresses'],
};

/** Choices in the program's order; an instruction that accesses several spaces is listed once for each. */
export function accessChoices({ lines, profile }: Pick<Inspection, 'lines' | 'profile'>): readonly AccessChoice[] {
  const instructions = new Map(profile.instructions.map(instruction => [instruction.pc, instruction]));
  return lines.instructions.map(totals => {
    const instruction = instructions.get(totals.pc);
    return {
      key: `${totals.pc} ${totals.space} ${totals.kind}`,
      totals,
      ptxLine: instruction?.ptxLine ?? 0,
      instruction: instruction?.text ?? '',
    };
  });
}

export const excessOf = ({ totals }: AccessChoice): number => totals.parts - totals.ideal;

export const placeOf = ({ totals, ptxLine, instruction }: AccessChoice) => ({
  file: totals.file,
  line: totals.line,
  ptxLine,
  instruction,
});

type Chosen = Pick<LineSelection, 'file' | 'line' | 'ptxLine'>;

/** Choices on the PTX line that the selection names, if it has any; otherwise those of the source line. */
export function choicesOn(choices: readonly AccessChoice[], chosen: Chosen | null): readonly AccessChoice[] {
  if (chosen === null) return [];
  const exact = choices.filter(({ ptxLine }) => chosen.ptxLine > 0 && ptxLine === chosen.ptxLine);
  return exact.length > 0 ? exact : choices.filter(choice => isOnLine(placeOf(choice), chosen));
}

/** The one that costs most beyond its ideal; among equals the one with most parts, then the first. */
export const worstChoice = (choices: readonly AccessChoice[]): AccessChoice | null =>
  choices.reduce<AccessChoice | null>((worst, choice) => {
    if (worst === null) return choice;
    const more = excessOf(choice) - excessOf(worst) || choice.totals.parts - worst.totals.parts;
    return more > 0 ? choice : worst;
  }, null);

/** 'ld.shared.f32' of 'ld.shared.f32 %f2, [%r19];', also behind a predicate. */
export const mnemonicOf = (instruction: string): string => instruction.replace(/^@\S+\s+/, '').split(/\s/)[0];

const COPY = /^cp\.(reduce\.)?async(\.bulk)?(\.tensor\.\dd)?/;

/** A short name for a list. A copy, which is listed once for each of its sides, says which: 'shared: cp.async.bulk.tensor.2d'. */
export function nameOf({ instruction, totals: { space, kind } }: AccessChoice): string {
  const mnemonic = mnemonicOf(instruction);
  const [copy] = COPY.exec(mnemonic) ?? [];
  return copy === undefined ? mnemonic || `${kind} ${space}` : `${space}: ${copy}`;
}

const TABLE: readonly (readonly [column: string, of: (choice: AccessChoice) => string | number])[] = [
  ['place', choice => placeWords(placeOf(choice))],
  ['ptxLine', choice => choice.ptxLine],
  ['instruction', choice => choice.instruction],
  ['space', ({ totals }) => totals.space],
  ['kind', ({ totals }) => totals.kind],
  ['requests', ({ totals }) => totals.requests],
  ['unit', ({ totals }) => unitOf(totals)],
  ['parts', ({ totals }) => totals.parts],
  ['ideal', ({ totals }) => totals.ideal],
  ['excess', excessOf],
  ['lines128', ({ totals }) => totals.lines],
];

export const accessTable = (choices: readonly AccessChoice[]): Table => ({
  columns: TABLE.map(([column]) => column),
  rows: choices.map(choice => TABLE.map(([, of]) => String(of(choice)))),
});
