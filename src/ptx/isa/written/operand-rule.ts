/**
 * What one operand of an instruction may be, from a short notation:
 *
 *   `u32`, `i64`, `pred`   a register or constant of that type; `0`, `1` for the instruction's first and second type, `d0` for one of twice the bits, `m0` for the registers of a
 *                          matrix of it
 *   `@`                    an address; `[]` one with coordinates
 *   `#`                    an integer constant
 *   `{b16}`                a vector of registers of that type
 *   `*`                    whatever the row takes
 *
 * Behind it: `!` a register only, `_` or nothing, `w` wider registers too, `v` or a vector of such, `p` or one of its parts, `s` or a special register, `y` or
 * a variable's address; `:0..15` the range of a constant, `:x32` what it is a multiple of.
 * `a|b` is a pair or its first part; `a?` may be missing.
 */
import type { Operand, ScalarType, VariableSpace } from '../../parse/ast.ts';
import { registersFor, takesFloat, takesInteger, takesRegister } from './registers.ts';

export interface OperandRule {
  /** Type of the value; '@', '[]', '#' and '*' as they are written. */
  readonly type: string;
  readonly isTarget: boolean;
  readonly mayBeLeftOut: boolean;
  readonly mayBeWider: boolean;
  readonly mayBeVector: boolean;
  readonly mayBeParts: boolean;
  /** Of a vector. */
  readonly isElement: boolean;
  readonly isVector: boolean;
  readonly mayBeSpecial: boolean;
  readonly mayBeVariable: boolean;
  readonly range: { readonly least: bigint; readonly most: bigint; readonly step: bigint } | null;
  /** Second part of a pair. */
  readonly second: OperandRule | null;
}

/** What is known of names. */
export interface NameFacts {
  readonly typeOf: (register: string) => ScalarType;
  /** Space of a variable; null for a function. */
  readonly spaceOf: (symbol: string) => VariableSpace | null;
}

const NOTATION = /^(?:\{([a-z]*\d+(?:x\d)?)\}|(pred|[a-z]*\d+(?:x\d)?|@|\[\]|#|\*))([!_wvpsy]*)(?::(.+))?$/;
const ANY = 1n << 64n;

/** @param types the instruction's type words. */
export function operandRule(text: string, types: readonly string[]): OperandRule {
  const [head, second] = text.split('|');
  const [, element, plain, flags, range] = NOTATION.exec(head)!;
  return {
    type: typeNamed(element ?? plain, types),
    isTarget: flags.includes('!'),
    mayBeLeftOut: flags.includes('_'),
    mayBeWider: flags.includes('w'),
    mayBeVector: flags.includes('v') || element !== undefined,
    mayBeParts: flags.includes('p'),
    isElement: false,
    isVector: element !== undefined,
    mayBeSpecial: flags.includes('s'),
    mayBeVariable: flags.includes('y'),
    range: range === undefined ? null : rangeOf(range),
    second: second === undefined ? null : operandRule(second, types),
  };
}

function typeNamed(name: string, types: readonly string[]): string {
  const place = /^([dm]?)(\d)$/.exec(name);
  if (!place) return name;
  const type = types[Number(place[2])] ?? '*';
  if (place[1] === 'm') return FRAGMENTS[type] ?? 'b32';
  return place[1] === '' ? type : type.replace(/\d+/, bits => String(2 * Number(bits)));
}

/** Types of the registers that hold elements of a matrix, where they are not words of any. */
const FRAGMENTS: Readonly<Record<string, string>> = {
  f64: 'b64',
  f32: 'f32',
  s32: 's32',
  f16: 'f16x2',
  bf16: 'bf16x2',
  tf32: 'bf16x2',
};

function rangeOf(text: string): OperandRule['range'] {
  if (text.startsWith('x')) return { least: 0n, most: ANY, step: BigInt(text.slice(1)) };
  const [least, most] = text.split('..');
  return { least: BigInt(least), most: most === '' ? ANY : BigInt(most), step: 1n };
}

/** What an operand is that is not of its class, and what it may be; null where it is. */
export function wrongOperand(operand: Operand, wanted: OperandRule, names: NameFacts): string | null {
  const wrong = whatIsWrong(operand, wanted, names);
  return wrong === null ? null : `${wrong}: ${described(wanted)}`;
}

/** What the operand is, where it is not what is wanted; else null. */
function whatIsWrong(operand: Operand, wanted: OperandRule, names: NameFacts): string | null {
  const { type } = wanted;
  if (type === '*') return null;
  if (type === '@') return operand.kind === 'address' ? null : naming(operand, names);
  if (type === '[]') return wrongCoordinates(operand, names);
  if (operand.kind === 'pair') {
    if (!wanted.second) return naming(operand, names);
    return whatIsWrong(operand.first, wanted, names) ?? whatIsWrong(operand.second, wanted.second, names);
  }
  if (operand.kind === 'vector') {
    if (wanted.mayBeParts) return wrongParts(operand.elements, wanted, names);
    return wanted.mayBeVector ? wrongInVector(operand.elements, wanted, names) : naming(operand, names);
  }
  return (!wanted.isVector || wanted.isElement) && isTaken(operand, wanted, names) ? null : naming(operand, names);
}

/** Elements may be left out; floats may be in registers of integers, and others in any where one has no type. */
function wrongInVector(elements: readonly Operand[], wanted: OperandRule, names: NameFacts): string | null {
  const isOpen = elements.some(each => isUntyped(each, names));
  const type = isOpen ? wanted.type.replace(/^b?f16x2$/, 'b32').replace(/^[usif](?=\d+$)/, 'b') : wanted.type;
  const one = { ...wanted, type, mayBeLeftOut: true, mayBeSpecial: true, isElement: true };
  return elements.map(element => whatIsWrong(element, one, names)).find(wrong => wrong !== null) ?? null;
}

const isUntyped = (operand: Operand, names: NameFacts): boolean =>
  operand.kind === 'register' && names.typeOf(operand.name).startsWith('b');

/** Equal parts of a word without a type; ptxas counts no bits where one of them is a constant. */
function wrongParts(elements: readonly Operand[], wanted: OperandRule, names: NameFacts): string | null {
  const bits = Number(/\d+/.exec(wanted.type)?.[0]);
  if (!wanted.type.startsWith('b')) return `a vector, which needs .b${bits}, not .${wanted.type}`;
  if (elements.some(({ kind }) => kind === 'integer' || kind === 'float')) return null;
  return wrongInVector(elements, { ...wanted, type: `b${bits / elements.length}`, mayBeParts: false }, names);
}

const COORDINATES = operandRule('{i32}', []);

function wrongCoordinates(operand: Operand, names: NameFacts): string | null {
  if (operand.kind !== 'vector' || operand.elements[0]?.kind !== 'address') return naming(operand, names);
  const wrong = operand.elements.slice(1).map(each => whatIsWrong(each, COORDINATES, names));
  return wrong.find(each => each !== null) ?? null;
}

function isTaken(operand: Operand, wanted: OperandRule, names: NameFacts): boolean {
  const { type } = wanted;
  switch (operand.kind) {
    case 'register':
      // An element of a declared vector.
      if (operand.name.includes('.')) return true;
      return type !== '#' && takesRegisterOf(names.typeOf(operand.name), wanted);
    case 'negated':
      return !wanted.isTarget && type === 'pred';
    case 'integer':
      return !wanted.isTarget && takesConstant(operand.value, wanted);
    case 'float':
      return !wanted.isTarget && ((wanted.isElement && type !== 'i32') || takesFloat(type));
    case 'special':
      return takesSpecial(operand.name, wanted);
    case 'symbol':
      return !wanted.isTarget && takesSymbol(operand, wanted, names);
    case 'sink':
      return wanted.mayBeLeftOut;
    case 'modified':
      return type === 'u32' || type === 's32';
    default:
      return false;
  }
}

/** In vectors that no matrix is in, floats may be in registers of integers. */
const takesRegisterOf = (declared: ScalarType, { type, mayBeWider, isElement, isVector }: OperandRule): boolean =>
  takesRegister(type, declared, mayBeWider) ||
  (isElement && !isVector && /^f\d+$/.test(type) && takesRegister(type.replace('f', 'i'), declared, false));

function takesConstant(value: bigint, { type, range, isElement }: OperandRule): boolean {
  if (type !== '#' && !isElement && !takesInteger(type)) return false;
  if (range === null) return true;
  const seen = type === '#' ? value : BigInt.asUintN(32, value);
  return seen >= range.least && seen <= range.most && seen % range.step === 0n;
}

const WIDE_SPECIAL = /64$|^%(globaltimer|current_graph_exec|gridid)$/;
const NARROW_SPECIAL = /^(?!%(globaltimer|current_graph_exec)$)(?!.*64$)/;

/** cvt takes any, mov those of its own width. */
function takesSpecial(name: string, { type, isTarget, mayBeSpecial, mayBeWider, isElement }: OperandRule): boolean {
  if (name === 'WARP_SZ') return !isTarget && takesInteger(type);
  if (!mayBeSpecial || !(isElement || takesInteger(type))) return false;
  return mayBeWider || isElement || (type.endsWith('64') ? WIDE_SPECIAL : NARROW_SPECIAL).test(name);
}

const TYPE_OF_CODE = /^([bus]\d+|f32|f64|f16|f16x2|f32x2|pred)$/;

/** A variable's address is a constant only together with an offset. */
function takesSymbol(
  { name, addend }: Extract<Operand, { kind: 'symbol' }>,
  { type, mayBeVariable }: OperandRule,
  names: NameFacts,
): boolean {
  if (names.spaceOf(name) === null) return TYPE_OF_CODE.test(type);
  return (mayBeVariable || addend !== 0) && type !== 'pred' && takesInteger(type);
}

/** For people: what the operand is. */
function naming(operand: Operand, names: NameFacts): string {
  switch (operand.kind) {
    case 'register':
      return `${operand.name}, a register of .${names.typeOf(operand.name)}`;
    case 'negated':
      return `a negated predicate`;
    case 'integer':
      return `${operand.value}`;
    case 'float':
      return 'a float';
    case 'special':
      return `${operand.name}, which only mov and cvt read`;
    case 'symbol':
      return `'${operand.name}', whose address mov gives`;
    case 'sink':
      return `left out`;
    case 'modified':
      return 'a part of a register, or its complement';
    default:
      return `${operand.kind === 'address' ? 'an' : 'a'} ${operand.kind}`;
  }
}

/** For people: what it may be. */
function described(wanted: OperandRule): string {
  const { type } = wanted;
  if (type === '@') return 'it must be an address';
  if (type === '[]') return 'it must be an address with a vector of registers of .b32';
  const constant = wanted.isTarget ? [] : [constantFor(wanted)];
  const registers = type === '#' ? [] : [registerWords(wanted)];
  return `it takes ${[...registers, ...constant].filter(word => word !== '').join(' or ')}`;
}

const TYPES_SAID = 4;

function registerWords({ type, mayBeWider, isVector }: OperandRule): string {
  const types = [...(registersFor(type, false) ?? [type])].filter(each => !/f16x2$/.test(each) || type === each);
  const said = types.slice(0, TYPES_SAID).map(each => `.${each}`);
  return `${isVector ? 'a vector of registers' : 'a register'} of ${said.join(', ')}${mayBeWider ? ' or wider' : ''}`;
}

function constantFor({ type, range }: OperandRule): string {
  if (range !== null && range.step !== 1n) return `a multiple of ${range.step}`;
  if (range !== null) return range.most === ANY ? `an integer from ${range.least}` : `${range.least} to ${range.most}`;
  if (type === '#' || takesInteger(type)) return 'an integer';
  return takesFloat(type) ? 'a float' : '';
}
