/** What no instruction takes as an operand: an address in a float, a variable in another space, vectors of registers that differ. */
import type { Instruction, Operand } from '../../parse/ast.ts';
import { typesOf } from '../form.ts';
import { refuse } from '../refusal.ts';
import type { NameFacts } from './operand-rule.ts';

type AddressOperand = Extract<Operand, { kind: 'address' }>;
type SymbolOperand = Extract<Operand, { kind: 'symbol' }>;

/** Whose address ptxas does not look at, or is none of bytes. */
const OTHER_ADDRESSES = new Set(['fence', 'tcgen05']);

export function refuseAnywhere(operand: Operand, instruction: Instruction, names: NameFacts): void {
  if (operand.kind === 'address' && !OTHER_ADDRESSES.has(instruction.opcode))
    refuseAddress(operand, instruction, names);
  if (operand.kind === 'address' && instruction.opcode === 'tcgen05') refuseTensorAddress(operand, instruction, names);
  if (operand.kind === 'symbol') refuseSymbol(operand, instruction, names);
  if (operand.kind === 'float') refuseFloat(operand, instruction);
  if (operand.kind !== 'vector') return;
  const [address, ...coordinates] = operand.elements;
  if (address?.kind !== 'address') {
    refuseMixedVector(operand.elements, names);
    refuseMixed(operand.elements, 'kind', element => kindOf(element, names));
    return;
  }
  if (address.byteOffset !== 0n) refuse('an address with coordinates has no offset');
  const space = address.base?.kind === 'symbol' ? names.spaceOf(address.base.name) : null;
  if (space !== null && space !== 'global') refuse(`'${address.base?.name}' is in .${space}, not in .global`);
  for (const each of coordinates) if (each.kind === 'vector') refuseMixedVector(each.elements, names);
}

/** `1.5`, `.5`, `1e3`: a float of 64 bits where no type says otherwise. */
const DECIMAL = /^[-+]?(\d+\.|\.\d|\d+e[-+\d])/i;

/** Bits without a type take a float of exactly that many. */
function refuseFloat({ bits }: Extract<Operand, { kind: 'float' }>, instruction: Instruction): void {
  const [type, ...more] = typesOf(instruction);
  if (more.length > 0 || instruction.opcode === 'createpolicy' || (type !== 'b32' && type !== 'b64')) return;
  const { text } = instruction;
  const isDouble = bits === 64 || text.split(/[\s,;()*]/).some(word => DECIMAL.test(word));
  if (isDouble && type === 'b32') refuse('.b32 takes floats of 32 bits (0f…), and this one has 64');
  if (!isDouble && type === 'b64') refuse('.b64 takes floats of 64 bits (0d…, or decimals), and this one has 32');
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
const spacesOf = (modifiers: readonly string[]): string[] =>
  modifiers.flatMap(word => SPACE_WORD.exec(word)?.[1] ?? []);

/** What generic addresses do not reach by name. */
const NAMED_ONLY = ['const', 'param'];

function refuseAddress({ base }: AddressOperand, { opcode, modifiers }: Instruction, names: NameFacts): void {
  const words = opcode === 'prefetchu' ? ['global'] : modifiers;
  const spaces = spacesOf(words);
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

/** Addresses of tensor memory, and of mbarriers. */
function refuseTensorAddress({ base }: AddressOperand, { modifiers }: Instruction, names: NameFacts): void {
  if (base === null) refuse('a number is no address there');
  if (base?.kind !== 'register') return;
  const type = names.typeOf(base.name);
  const isTaken = modifiers[0] === 'mma' ? type === 'b32' : !/^(f(32|64)|.*(8|16))$/.test(type);
  if (!isTaken) refuse(`${base.name} is a register of .${type}: an address is one of .b32`);
}

/** Bits of a register that is not an element of another vector, in a list of one. */
function sizeOf(operand: Operand, names: NameFacts): number[] {
  if (operand.kind === 'special') return [/64$/.test(operand.name) ? 64 : 32];
  if (operand.kind !== 'register' || operand.name.includes('.')) return [];
  const type = names.typeOf(operand.name);
  return type === 'pred' ? [] : [/x2$/.test(type) ? 32 : Number(/\d+/.exec(type)![0])];
}

/** cvta makes an address generic that is one of the space that it names; ranks are those of shared variables. */
function refuseSymbol({ name, addend }: SymbolOperand, { opcode, modifiers }: Instruction, names: NameFacts): void {
  if (opcode !== 'cvta' && opcode !== 'mapa' && opcode !== 'getctarank') return;
  if (modifiers.includes('to')) return;
  const space = names.spaceOf(name);
  const wanted = opcode === 'cvta' ? spacesOf(modifiers)[0] : 'shared';
  if (space === null || (opcode !== 'cvta' && addend !== 0)) return;
  if (space !== wanted) refuse(`'${name}' is not in .${wanted}`);
}
