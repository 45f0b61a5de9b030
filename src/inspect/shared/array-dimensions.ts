/**
 * Shared arrays with more than one dimension, by the CUDA source: PTX knows only their bytes. Findings then say 'tile[3][7]' in
 * place of 'tile[103]'.
 */
import { withoutComments } from '../../base/c-comments.ts';
import { accessElementBytes } from '../../ptx/checks/race-fault.ts';
import type { EmulationResult } from '../../ptx/emulation.ts';
import { plainName } from '../../ptx/outline/variable-name.ts';
import type { Fault } from '../../trace/fault.ts';
import type { SharedVariable } from '../../trace/shared-use.ts';

interface SharedArray {
  /** Lengths, the outermost first. */
  readonly lengths: readonly number[];
  readonly elementBytes: number;
}

type Faulty = Pick<EmulationResult, 'faults' | 'hazards'>;

/** The result with names by dimensions, as far as the sources tell them. */
export function withDimensions<R extends Faulty>(
  result: R,
  sources: readonly string[],
  variables: readonly SharedVariable[],
): R {
  if (sources.length === 0 || result.faults.length + result.hazards.length === 0) return result;
  const arrays = arraysOf(sources, variables);
  if (arrays.size === 0) return result;
  const named = <F extends Fault>(fault: F): F => ({ ...fault, message: renamed(fault, arrays) });
  return { ...result, faults: result.faults.map(named), hazards: result.hazards.map(named) };
}

function renamed({ message, place }: Fault, arrays: ReadonlyMap<string, SharedArray>): string {
  const elementBytes = accessElementBytes(place.instruction);
  return message.replace(/'(\w+)\[(\d+)\]'/g, (whole, name: string, index: string) => {
    const array = arrays.get(name);
    if (array === undefined || array.elementBytes !== elementBytes) return whole;
    let rest = Number(index);
    const places = array.lengths.toReversed().map(length => {
      const at = rest % length;
      rest = Math.floor(rest / length);
      return at;
    });
    return rest > 0
      ? whole
      : `'${name}${places
          .reverse()
          .map(at => `[${at}]`)
          .join('')}'`;
  });
}

/** Arrays of several dimensions whose bytes fit what a source declares; none where declarations of one name disagree. */
function arraysOf(sources: readonly string[], variables: readonly SharedVariable[]): Map<string, SharedArray> {
  const declared = sources.flatMap(declarations);
  const arrays = new Map<string, SharedArray>();
  for (const { name: mangled, sizeBytes } of variables) {
    const name = plainName(mangled);
    const fitting = declared
      .filter(one => one.name === name)
      .map(({ lengths }) => ({ lengths, elementBytes: sizeBytes / product(lengths) }));
    const possible = fitting.filter(({ elementBytes }) => ELEMENT_BYTES.includes(elementBytes));
    const [first] = possible;
    const isOne = possible.every(({ lengths }) => `${lengths}` === `${first.lengths}`);
    if (first !== undefined && isOne && first.lengths.length > 1) arrays.set(name, first);
  }
  return arrays;
}

const ELEMENT_BYTES: readonly number[] = [1, 2, 4, 8, 16];

const product = (lengths: readonly number[]): number => lengths.reduce((all, length) => all * length, 1);

interface Declaration {
  readonly name: string;
  readonly lengths: readonly number[];
}

/** `__shared__ float tile[ROWS][COLUMNS + 1], other[4];` with lengths that are constants of the source. */
function declarations(source: string): Declaration[] {
  const text = withoutComments(source);
  const statements = text.split(/[;{}]/);
  const constants = constantsIn(text, statements);
  return statements
    .filter(statement => statement.includes('__shared__'))
    .flatMap(statement => arraysIn(statement.slice(statement.lastIndexOf('__shared__')), constants));
}

/** `float tile[4][5], other[6]`: a name stands before its first bracket, and nothing between its brackets. */
function arraysIn(list: string, constants: ReadonlyMap<string, string>): Declaration[] {
  const found: { readonly name: string; readonly lengths: (number | null)[] }[] = [];
  let isOpen = false;
  for (const part of list.split('[')) {
    const [length, behind = ''] = part.split(']');
    const last = found.at(-1);
    if (isOpen) last!.lengths.push(numberFrom(length, constants));
    const rest = (isOpen ? behind : part).trim();
    // Between two lengths of one array there is nothing.
    if (rest !== '' || !isOpen) found.push({ name: rest.split(/\W/).at(-1) ?? '', lengths: [] });
    isOpen = true;
  }
  return found.flatMap(({ name, lengths }) => {
    const known = lengths.filter(length => length !== null);
    return known.length > 0 && known.length === lengths.length ? [{ name, lengths: known }] : [];
  });
}

/** Names that stand for one expression: `#define NAME …` and `constexpr int NAME = …;`. */
function constantsIn(text: string, statements: readonly string[]): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [directive, name, ...value] = line.trim().split(/\s/);
    if (directive === '#define' && name !== undefined) constants.set(name, value.join(' '));
  }
  for (const statement of statements) {
    const [declared, value] = statement.split('=');
    const words = declared.split(/\W/).filter(word => word !== '');
    const isConstant = words.includes('constexpr') || words.includes('const');
    if (isConstant && value !== undefined) constants.set(words.at(-1)!, value);
  }
  return constants;
}

const MOST_NAMES = 16;

/** Value of an expression of whole numbers and names; null where it is something else. */
function numberFrom(expression: string, constants: ReadonlyMap<string, string>, depth = 0): number | null {
  if (depth > MOST_NAMES) return null;
  const text = expression.replace(/[A-Za-z_]\w*/g, name => {
    const value = constants.has(name) ? numberFrom(constants.get(name)!, constants, depth + 1) : null;
    return value === null ? '?' : `${value}`;
  });
  return calculated(text.replace(/\s/g, ''));
}

const IN_PARENTHESES = /\(([^()]*)\)/;

function calculated(text: string): number | null {
  const [part, inside] = IN_PARENTHESES.exec(text) ?? [];
  if (part !== undefined) {
    const value = calculated(inside);
    return value === null ? null : calculated(text.replace(part, `${value}`));
  }
  if (!/^\d+(?:[-+*/]\d+)*$/.test(text)) return null;
  const sums = text.replace(/-/g, '+-').split('+');
  const values = sums.map(term => (term.startsWith('-') ? -quotientOf(term.slice(1)) : quotientOf(term)));
  return values.reduce((sum, value) => sum + value, 0);
}

/** "32/4*2", from the left. */
const quotientOf = (term: string): number =>
  (term.match(/[*/]?\d+/g) ?? []).reduce(
    (value, next) =>
      next.startsWith('/') ? Math.trunc(value / Number(next.slice(1))) : value * Number(next.replace('*', '')),
    1,
  );
