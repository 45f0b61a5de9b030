/**
 * What no instruction may look like, whatever its row takes: a modifier twice, a name in another order, operands of other classes
 * than the instruction's. ptxas refuses all of it (13.0), and takes what is not named here.
 */
import type { Instruction, Operand } from '../../parse/ast.ts';
import { typesOf } from '../form.ts';
import type { Linker } from '../linker.ts';
import { refuse } from '../refusal.ts';
import { type NameFacts, type OperandRule, operandRule, wrongOperand } from './operand-rule.ts';
import { OPERANDS, POLICY } from './operand-table.ts';
import { refuseWords } from './refuse-words.ts';

const words = (text: string): string[] => text.split(' ');

/** Words that may stand twice: layouts of two matrices, and those that ptxas does not count. */
const REPEATED = new Set(words('row col approx sync cc sat satfinite shiftamt uni'));

/** What must follow the mnemonic, since it belongs to its name. */
const SECOND_WORDS: Readonly<Record<string, RegExp>> = {
  wgmma: /^(mma_async|fence|commit_group|wait_group)\b/,
  tensormap: /^(replace|cp_fenceproxy)\b/,
};

/** @param link knows the names of the instruction's function. */
export function refuseIllWritten(instruction: Instruction, link: Linker): void {
  const { opcode, modifiers, operands } = instruction;
  const names: NameFacts = {
    typeOf: register => link.register(register).type,
    spaceOf: symbol => link.place(symbol)?.variable.space ?? null,
  };
  const types = typesOf(instruction);
  const twice = modifiers.find((m, i) => modifiers.indexOf(m) < i && !types.includes(m) && !REPEATED.has(m));
  if (twice !== undefined) refuse(`.${twice} is written twice`);
  const second = SECOND_WORDS[opcode];
  if (second && !second.test(modifiers.join('.')))
    refuse(`there is no ${[opcode, ...modifiers.slice(0, 2)].join('.')}`);
  refuseWords(opcode, modifiers, types);
  for (const operand of operands) refuseAnywhere(operand, instruction, names);
  refuseOperands(instruction, types, names);
}

/** Whose address ptxas does not look at, or is none of bytes. */
const OTHER_ADDRESSES = new Set(['fence', 'tcgen05']);

/** Refuses addresses that no instruction takes, and vectors of registers of several sizes. */
function refuseAnywhere(operand: Operand, instruction: Instruction, names: NameFacts): void {
  if (operand.kind === 'address' && !OTHER_ADDRESSES.has(instruction.opcode))
    refuseAddress(operand, instruction, names);
  if (operand.kind !== 'vector') return;
  const [address, ...coordinates] = operand.elements;
  if (address?.kind !== 'address') {
    refuseMixedVector(operand.elements, names);
    refuseMixed(operand.elements, 'kind', element => kindOf(element, names));
    return;
  }
  if (address.base?.kind !== 'register') refuseAddress(address, instruction, names);
  for (const each of coordinates) if (each.kind === 'vector') refuseMixedVector(each.elements, names);
}

function refuseMixedVector(elements: readonly Operand[], names: NameFacts): void {
  if (elements.some(({ kind }) => kind === 'symbol')) refuse('a vector holds registers and constants, no addresses');
  refuseMixed(elements, 'size', element => sizeOf(element, names));
}

/** `of` tells what counts of an element: a list of one, or of none. */
function refuseMixed(elements: readonly Operand[], what: string, of: (element: Operand) => readonly unknown[]): void {
  const seen = elements.flatMap(of);
  if (seen.some(each => each !== seen[0])) refuse(`the elements of a vector have one ${what}`);
}

/** Integer, float or pair; a register without a type goes with all of them. */
function kindOf(operand: Operand, names: NameFacts): string[] {
  if (operand.kind === 'integer' || operand.kind === 'float') return [operand.kind];
  if (operand.kind !== 'register' || operand.name.includes('.')) return [];
  const type = names.typeOf(operand.name);
  if (type === 'pred' || type.startsWith('b')) return [];
  return [/x2$/.test(type) ? 'pair' : type.startsWith('f') ? 'float' : 'integer'];
}

/** Words of state spaces, and the variables that are there. */
const SPACE_WORD = /^(global|const|local|shared|param)(::.*)?$/;
/** What generic addresses do not reach by name. */
const NAMED_ONLY = ['const', 'param'];

function refuseAddress(
  { base }: Extract<Operand, { kind: 'address' }>,
  { opcode, modifiers }: Instruction,
  names: NameFacts,
): void {
  const words = opcode === 'prefetchu' ? ['global'] : modifiers;
  const spaces = words.flatMap(word => SPACE_WORD.exec(word)?.[1] ?? []);
  if (base === null) {
    if (!spaces.includes('local')) refuse('a number is an address in .local only');
    return;
  }
  if (base.kind === 'register') {
    const type = names.typeOf(base.name);
    if (!/^[bus](8|16|32|64)$/.test(type)) refuse(`${base.name} is a register of .${type}: an address is an integer`);
    return;
  }
  const space = names.spaceOf(base.name);
  if (space === null) return;
  const isThere = spaces.includes(space) || (spaces.length === 0 && !NAMED_ONLY.includes(space));
  if (!isThere)
    refuse(
      `'${base.name}' is in .${space}${spaces.length === 0 ? ', which has to be named' : `, not in .${spaces.join(' or .')}`}`,
    );
}

/** Bits of a register that is not an element of another vector, in a list of one. */
function sizeOf(operand: Operand, names: NameFacts): number[] {
  if (operand.kind === 'special') return [/64$/.test(operand.name) ? 64 : 32];
  if (operand.kind !== 'register' || operand.name.includes('.')) return [];
  const type = names.typeOf(operand.name);
  return type === 'pred' ? [] : [/x2$/.test(type) ? 32 : Number(/\d+/.exec(type)![0])];
}

function refuseOperands(
  { opcode, modifiers, operands }: Instruction,
  types: readonly string[],
  names: NameFacts,
): void {
  const lines = OPERANDS[opcode];
  if (lines === undefined) return;
  const forms = formsOf(opcode, modifiers, types);
  const fitting = forms.filter(({ length }) => length === operands.length);
  if (fitting.length === 0) refuse(`takes ${counts(forms)}, not ${operands.length}`);
  const wrong = fitting.map(form => firstWrong(operands, form, names));
  if (wrong.every(each => each !== null)) refuse(wrong[0]);
}

function firstWrong(operands: readonly Operand[], form: OperandForm, names: NameFacts): string | null {
  for (const [i, operand] of operands.entries()) {
    const wrong = wrongOperand(operand, form[i], names);
    if (wrong !== null) return `operand ${i + 1} is ${wrong}`;
  }
  return null;
}

type OperandForm = readonly OperandRule[];

const known = new Map<string, readonly OperandForm[]>();

function formsOf(opcode: string, modifiers: readonly string[], types: readonly string[]): readonly OperandForm[] {
  const joined = modifiers.join('.');
  const key = `${opcode}.${joined}`;
  const found = known.get(key);
  if (found) return found;
  const lines = OPERANDS[opcode];
  const text = typeof lines === 'string' ? lines : lines.find(([pattern]) => pattern.test(joined))![1];
  const policy = modifiers.includes('L2::cache_hint') ? POLICY : '';
  const placed = text.includes('policy') ? text.replace('policy', policy) : null;
  const forms = (placed ?? text)
    .split(' / ')
    .flatMap(withoutOptional)
    .map(form => (placed === null && policy !== '' ? [...form, policy] : form))
    .map(form => form.map(one => operandRule(one, types)));
  known.set(key, forms);
  return forms;
}

/** The form with all of its operands, and without those at the end that may be missing. */
function withoutOptional(text: string): string[][] {
  const all = text.split(' ').filter(one => one !== '');
  const needed = all.filter(one => !one.endsWith('?')).length;
  const written = all.map(one => one.replace('?', ''));
  return Array.from({ length: all.length - needed + 1 }, (_, i) => written.slice(0, needed + i));
}

function counts(forms: readonly OperandForm[]): string {
  const lengths = [...new Set(forms.map(({ length }) => length))].sort((a, b) => a - b);
  return `${lengths.join(' or ')} operand${lengths.at(-1) === 1 ? '' : 's'}`;
}
