/**
 * Names as C++ compilers write them (Itanium C++ ABI, section 5.1): enough of the grammar for kernels, which are free
 * functions, perhaps in namespaces, perhaps templates over integers and plain types. What goes beyond is left as it is.
 */
import { MangledReader } from './mangled-reader.ts';
import { Beyond } from './mangled-text.ts';
import { type DeclaredType, plainType, type Type } from './mangled-types.ts';

export interface MangledName {
  /** `gather<2>`, without namespaces. */
  readonly plain: string;
  /** Null where the name does not tell them (`extern "C"`) or is beyond this grammar. */
  readonly params: readonly DeclaredType[] | null;
}

export function readMangledName(mangled: string): MangledName {
  if (!mangled.startsWith('_Z')) return { plain: mangled, params: null };
  const reader = new MangledReader(mangled.slice(2));
  let plain: string | null = null;
  try {
    const name = functionName(reader);
    plain = name.text;
    return { plain, params: params(reader, name.isTemplate) };
  } catch (beyond) {
    if (!(beyond instanceof Beyond)) throw beyond;
    return { plain: plain ?? mangled, params: null };
  }
}

interface FunctionName {
  readonly text: string;
  readonly isTemplate: boolean;
}

const functionName = (reader: MangledReader): FunctionName =>
  reader.text.take('N') ? nestedName(reader) : freeName(reader);

/** Name of several parts, of which the last one counts; each may be repeated later. */
function nestedName(reader: MangledReader): FunctionName {
  const { text } = reader;
  // Qualifiers of a member function: restrict, volatile, const.
  while (['r', 'V', 'K'].some(code => text.take(code)));
  let name: FunctionName = { text: '', isTemplate: false };
  while (!text.take('E')) {
    if (text.take('L')) continue; // Internal linkage.
    if (text.peek() === 'I') name = { text: name.text + reader.templateArgs(), isTemplate: true };
    else name = { text: memberName(reader, name.text), isTemplate: false };
    if (text.peek() !== 'E') name = { ...name, text: reader.remember(plainType(name.text, null)).text };
  }
  if (name.text === '') throw new Beyond();
  return name;
}

function freeName(reader: MangledReader): FunctionName {
  reader.text.take('L');
  const text = namePart(reader);
  if (text === '') throw new Beyond();
  if (reader.text.peek() !== 'I') return { text, isTemplate: false };
  reader.remember(plainType(text, null));
  return { text: text + reader.templateArgs(), isTemplate: true };
}

/** The operators that kernels write most; others are beyond this grammar. */
const OPERATORS: readonly (readonly [code: string, text: string])[] = [
  ['cl', 'operator()'],
  ['ix', 'operator[]'],
  ['aS', 'operator='],
  ['pL', 'operator+='],
  ['mI', 'operator-='],
  ['mL', 'operator*='],
  ['pl', 'operator+'],
  ['mi', 'operator-'],
  ['ml', 'operator*'],
  ['dv', 'operator/'],
  ['pt', 'operator->'],
  ['pp', 'operator++'],
  ['mm', 'operator--'],
  ['eq', 'operator=='],
  ['ne', 'operator!='],
  ['rm', 'operator%'],
];

/** `C1` stands for the constructor of the class before it, `D1` for its destructor. */
function memberName(reader: MangledReader, owner: string): string {
  const { text } = reader;
  if (['C1', 'C2'].some(code => text.take(code))) return owner;
  if (['D1', 'D2'].some(code => text.take(code))) return `~${owner}`;
  return OPERATORS.find(([code]) => text.take(code))?.[1] ?? namePart(reader);
}

/** '' for a namespace without a name. */
const namePart = ({ text }: MangledReader): string => (text.take('_GLOBAL__N_1') ? '' : text.sourceName());

/** The rest of the name. A template's return type comes before its parameters. */
function params(reader: MangledReader, isTemplate: boolean): Type[] {
  const types: Type[] = [];
  while (!['', '.'].includes(reader.text.peek())) types.push(reader.type());
  if (isTemplate) types.shift();
  const none = types.length === 1 && types[0].text === 'void';
  return none ? [] : types;
}
