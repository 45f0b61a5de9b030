/** Reads a call of `cuTensorMapEncodeTiled` out of C++ text, with the lists and constants that it names. */
import { withoutComments } from '../../../base/c-comments.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { constant, wholeNumbers } from '../../../contract/formula/index-formula.ts';
import { DATA_TYPES, OOB_FILLS } from '../../../model/tma/encode-text.ts';
import { type ElementType, SWIZZLE_MODES, type TensorMap } from '../../../trace/launch.ts';
import { FILLS, INTERLEAVES, PROMOTIONS } from '../../links/tensor-map.ts';

/** map, type, rank, address, dims, strides, box, element strides, interleave, swizzle, promotion, fill. */
const ARGUMENTS = 12;
/** The call, also through a pointer: cuTensorMapEncodeTiled_p(…). */
const CALL = /cuTensorMapEncodeTiled\w*\s*\(/g;

/** Most characters of a text; the limit for a call's arguments follows. */
const MOST_CHARACTERS = 2 ** 16;
const LONGEST_ARGUMENTS = 4096;

export function readEncodeCall(text: string): Result<TensorMap, string> {
  if (text.length > MOST_CHARACTERS)
    return err(`${text.length} characters; expected at most ${MOST_CHARACTERS}: paste the call and what it names.`);
  const plain = withoutComments(text);
  const calls = [...plain.matchAll(CALL)].map(({ index, 0: head }) => argumentsFrom(plain, index + head.length));
  const call = calls.find(each => each.length === ARGUMENTS);
  if (call === undefined) return err(`No call of cuTensorMapEncodeTiled with its ${ARGUMENTS} arguments.`);
  try {
    return ok(mapOfCall(new Told(plain), call));
  } catch (refusal) {
    if (!(refusal instanceof Unread)) throw refusal;
    return err(refusal.message);
  }
}

class Unread extends Error {}

/** The text, and how often it was searched for a name: names may name each other in a great many ways. */
class Told {
  readonly text: string;
  #searches = 0;

  constructor(text: string) {
    this.text = text;
  }

  search(pattern: RegExp): RegExpExecArray | null {
    if (++this.#searches > MOST_SEARCHES) throw new Unread(`The call uses more than ${MOST_SEARCHES} names.`);
    return pattern.exec(this.text);
  }
}

const MOST_SEARCHES = 256;

function mapOfCall(told: Told, call: readonly string[]): TensorMap {
  const type = typeOf(told, call[1]);
  const [dims, strides, box, elementStrides] = call.slice(4, 8).map(each => numbersOf(told, each));
  return {
    ...{ type, dims, box, elementStrides },
    // A list without entries is none in C++: what stands there at rank 1 is not read.
    stridesBytes: strides.slice(0, dims.length - 1),
    interleave: modeOf(told, call[8], 'INTERLEAVE_', INTERLEAVES, name => name),
    swizzle: modeOf(told, call[9], 'SWIZZLE_', SWIZZLE_MODES, name => name),
    l2Promotion: modeOf(told, call[10], 'L2_PROMOTION_', PROMOTIONS, name => (name === 'none' ? name : `L2_${name}`)),
    oobFill: modeOf(told, call[11], 'FLOAT_OOB_FILL_', FILLS, name => OOB_FILLS[name]),
  };
}

/** Arguments from behind the opening parenthesis to the closing one, split at their own commas. */
function argumentsFrom(text: string, from: number): string[] {
  const parts = [''];
  const end = Math.min(text.length, from + LONGEST_ARGUMENTS);
  for (let at = from, depth = 0; at < end; at++) {
    if (')]}'.includes(text[at]) && depth-- === 0) break;
    if ('([{'.includes(text[at])) depth++;
    if (text[at] === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += text[at];
  }
  return parts.map(part => part.trim());
}

/** Value with which a name was initialised, or the text itself if it is no known name. */
function initialOf(told: Told, name: string): string {
  if (!/^\w+$/.test(name)) return name;
  const found = told.search(new RegExp(`\\b${name}\\s*=\\s*([^;,]+)|#define\\s+${name}\\s+([^\\n]+)`));
  return (found?.[1] ?? found?.[2] ?? name).trim();
}

function modeOf<T extends string>(
  told: Told,
  argument: string,
  prefix: string,
  modes: readonly T[],
  nameOf: (mode: T) => string,
): T {
  const said = initialOf(told, argument);
  const mode = modes.find(each => said.endsWith(`CU_TENSOR_MAP_${prefix}${nameOf(each).toUpperCase()}`));
  if (mode === undefined) throw new Unread(`${argument}: expected a CU_TENSOR_MAP_${prefix}… that is drawn here.`);
  return mode;
}

function typeOf(told: Told, argument: string): ElementType {
  const said = initialOf(told, argument);
  const found = Object.entries(DATA_TYPES).find(([, name]) => said.endsWith(`CU_TENSOR_MAP_DATA_TYPE_${name}`));
  if (found === undefined) throw new Unread(`${argument}: expected a CU_TENSOR_MAP_DATA_TYPE_… that is drawn here.`);
  return found[0] as ElementType;
}

/** Numbers of an array, std::array or vector by its name, or of a list in place. */
function numbersOf(told: Told, argument: string): number[] {
  const name = /^&?(\w+)(?:\[0\]|\.data\(\)|\.begin\(\))?$/.exec(argument)?.[1];
  const list = name === undefined ? argument : listNamed(told, name);
  const inside = /\{([^{}]*)\}/.exec(list)?.[1];
  if (inside === undefined) throw new Unread(`${argument}: no list in braces of this name.`);
  return argumentsFrom(`${inside})`, 0)
    .filter(entry => entry !== '')
    .map(entry => numberOf(told, entry, MOST_STEPS));
}

const listNamed = (told: Told, name: string): string =>
  told.search(new RegExp(`\\b${name}\\s*(?:\\[[^\\]]{0,200}\\]\\s*)?(?:=\\s*)?(\\{[^;]*)`))?.[1] ?? '';

/** Names in names. */
const MOST_STEPS = 8;

const SIZES: Readonly<Record<string, number>> = {
  char: 1,
  int8_t: 1,
  uint8_t: 1,
  half: 2,
  __half: 2,
  bf16: 2,
  nv_bfloat16: 2,
  __nv_bfloat16: 2,
  short: 2,
  float: 4,
  int: 4,
  double: 8,
};

/** The value of an expression in whole numbers, sizes of types, and names that the text gives values to. */
function numberOf(told: Told, expression: string, steps: number): number {
  const plain = expression
    .replace(/\bsizeof\s*\(\s*(\w+)\s*\)/g, (whole, type) => `${SIZES[type] ?? whole}`)
    .replace(/static_cast<[^<>]*>|\(\s*(?:unsigned|int|size_t|(?:cu)?u?int(?:32|64)_t|uint64_t)\s*\)/g, '')
    .replace(/\b(\d+)[uUlL]+\b/g, '$1')
    .replace(/(?<!\/)\/(?!\/)/g, '//');
  const names = [...new Set(plain.match(/\b[A-Za-z_]\w*/g) ?? [])];
  const known = names.map(name => [name, constant(namedNumber(told, name, steps))] as const);
  const value = wholeNumbers(plain, Object.fromEntries(known), 1);
  if (!value.ok) throw new Unread(`${expression}: ${value.error.message}`);
  return value.value[0];
}

function namedNumber(told: Told, name: string, steps: number): number {
  const said = initialOf(told, name);
  if (said === name || steps === 0) throw new Unread(`${name}: its value is not in the text.`);
  return numberOf(told, said, steps - 1);
}
