/** The buffers that a run left behind, each with what its document expects of it. Pure. */

import type { FieldError } from '../../../base/field-error.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { type CheckedOutput, checkExpectation } from '../../../contract/expectation.ts';
import type { WorkbenchDocument } from '../../../contract/workbench-document.ts';
import { valueText } from '../../../model/values/value-text.ts';
import { ELEMENT_RIGHT, ELEMENT_UNWRITTEN, ELEMENT_WRONG, type ElementCheck } from '../../../pictures/records.ts';
import type { Table } from '../../../pictures/view.ts';
import { type BufferSpec, ELEMENT_BYTES, type ElementType } from '../../../trace/launch.ts';
import { elementAt } from '../../../trace/launch-bytes.ts';

export interface BufferView {
  readonly name: string;
  readonly type: ElementType;
  readonly bytes: Uint8Array;
  /** Number of elements. */
  readonly length: number;
}

export interface BufferCheck extends ElementCheck {
  readonly wrong: number;
  /** Number of wrong elements that still hold what the buffer was filled with. */
  readonly unwritten: number;
  readonly firstWrong: number | null;
}

/** Outputs first, else in the order of the launch. */
export function buffersOf(
  buffers: ReadonlyMap<string, Uint8Array>,
  { launch, expectations }: Pick<WorkbenchDocument, 'launch' | 'expectations'>,
): readonly BufferView[] {
  const isOutput = (spec: BufferSpec) => spec.output === true || expectations.some(of => of.buffer === spec.name);
  const views = (specs: readonly BufferSpec[]) =>
    specs.flatMap(({ name, type }) => {
      const bytes = buffers.get(name);
      return bytes === undefined ? [] : [{ name, type, bytes, length: Math.floor(bytes.length / ELEMENT_BYTES[type]) }];
    });
  return [...views(launch.buffers.filter(isOutput)), ...views(launch.buffers.filter(spec => !isOutput(spec)))];
}

/** Null where nothing is expected of the buffer. `names` are those of the kernel's parameters, for formulas. */
export function checkOf(
  { name, type, bytes }: BufferView,
  { launch, expectations }: Pick<WorkbenchDocument, 'launch' | 'expectations'>,
  names: readonly string[],
): Result<BufferCheck, FieldError> | null {
  const expectation = expectations.find(({ buffer }) => buffer === name);
  if (expectation === undefined) return null;
  const checked = checkExpectation(expectation, launch, bytes, names);
  if (!checked.ok) return err(checked.error);
  const isPoisoned = launch.buffers.find(spec => spec.name === name)?.init.kind === 'poison';
  const states = statesOf(checked.value, bytes, type, isPoisoned);
  const { wrong, firstWrong, expected } = checked.value;
  return ok({
    states,
    expectedAt: index => valueText(elementAt(expected, type, index), type),
    wrong,
    unwritten: isPoisoned ? states.reduce((sum, state) => (state === ELEMENT_UNWRITTEN ? sum + 1 : sum), 0) : 0,
    firstWrong,
  });
}

function statesOf({ states }: CheckedOutput, bytes: Uint8Array, type: ElementType, isPoisoned: boolean): Uint8Array {
  // Most buffers are large and right: their states are what the comparison says.
  if (!isPoisoned) return states;
  const width = ELEMENT_BYTES[type];
  const isPoison = (element: number) => bytes.subarray(element * width, (element + 1) * width).every(b => b === 0xff);
  return states.map((wrong, element) => {
    if (wrong === 0) return ELEMENT_RIGHT;
    return isPoison(element) ? ELEMENT_UNWRITTEN : ELEMENT_WRONG;
  });
}

const STATE_NAMES = {
  [ELEMENT_RIGHT]: 'right',
  [ELEMENT_WRONG]: 'wrong',
  [ELEMENT_UNWRITTEN]: 'never written',
} as const;

export const stateName = (state: number): string => STATE_NAMES[state as keyof typeof STATE_NAMES];

/** Elements `from` to before `to`. */
export function elementTable(
  { bytes, type, length }: BufferView,
  check: BufferCheck | null,
  from = 0,
  to = length,
): Table {
  const rows: string[][] = [];
  for (let i = from; i < Math.min(to, length); i++) {
    const value = valueText(elementAt(bytes, type, i), type);
    rows.push(check === null ? [`${i}`, value] : [`${i}`, value, check.expectedAt(i), stateName(check.states[i])]);
  }
  return { columns: ['element', 'value', ...(check === null ? [] : ['expected', 'state'])], rows };
}

/**
 * Guess for a matrix's width: the square root if it is whole, otherwise a power of two that divides the length, at most
 * 64.
 */
export function guessedColumns(length: number): number {
  const root = Math.sqrt(length);
  if (Number.isInteger(root) && root > 1) return root;
  for (let columns = 64; columns > 1; columns /= 2) if (length % columns === 0 && length > columns) return columns;
  return Math.max(1, Math.min(length, 32));
}
