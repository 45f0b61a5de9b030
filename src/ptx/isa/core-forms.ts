/**
 * Instructions that the core's rows and effects carry out, in the forms in which compilers write them. Everything else asks for
 * all rows, and for the rules of what no instruction may look like (`written/`), which a page fetches then.
 */
import type { Instruction, Operand, PtxFunction, ScalarType } from '../parse/ast.ts';

/**
 * Modifiers, and a letter for each operand: a register of the instruction's type (`t`) or of twice its bits (`T`), such a register
 * or a constant (`s`), a source of mov (`m`), a word (`n`), a predicate (`p`), or its constant (`q`), an address (`a`), what is loaded
 * (`r`) or stored (`v`), alone or in a vector, a barrier (`b`), a label (`l`).
 */
const FORMS: Readonly<Record<string, readonly (readonly [modifiers: RegExp, operands: string])[]>> = {
  add: [[/^[su](32|64)$/, 'tss']],
  sub: [[/^[su](32|64)$/, 'tss']],
  mul: [
    [/^lo\.[su]32$/, 'tss'],
    [/^wide\.[su]32$/, 'Tss'],
  ],
  mad: [[/^lo\.[su]32$/, 'tsss']],
  div: [[/^u32$/, 'tss']],
  rem: [[/^u32$/, 'tss']],
  neg: [[/^s32$/, 'ts']],
  min: [[/^[su]32$/, 'tss']],
  max: [[/^[su]32$/, 'tss']],
  and: [
    [/^b32$/, 'tss'],
    [/^pred$/, 'ppp'],
  ],
  or: [
    [/^b32$/, 'tss'],
    [/^pred$/, 'ppp'],
  ],
  xor: [
    [/^b32$/, 'tss'],
    [/^pred$/, 'ppp'],
  ],
  not: [
    [/^b32$/, 'ts'],
    [/^pred$/, 'pp'],
  ],
  shl: [[/^b32$/, 'tsn']],
  shr: [[/^[bsu]32$/, 'tsn']],
  setp: [
    [/^(eq|ne|lt|le|gt|ge|lo|ls|hi|hs)\.[bsu]32$/, 'pss'],
    [/^(eq|ne|lt|le|gt|ge|lo|ls|hi|hs)\.(and|or|xor)\.[bsu]32$/, 'pssp'],
  ],
  selp: [[/^[bsu]32$/, 'tssp']],
  mov: [
    [/^[bsuf](32|64)$/, 'tm'],
    [/^pred$/, 'pq'],
  ],
  cvta: [[/^(to\.)?(global|shared|local|const|param)\.u64$/, 'tt']],
  ld: [[/^((global(\.nc)?|shared|local|param|const)\.)?(v[24]\.)?[bsuf](8|16|32|64)$/, 'ra']],
  st: [[/^((global|shared|local|param)\.)?(v[24]\.)?[bsuf](8|16|32|64)$/, 'av']],
  bra: [[/^(uni)?$/, 'l']],
  brx: [[/^idx$/, 'nl']],
  ret: [[/^(uni)?$/, '']],
  exit: [[/^$/, '']],
  trap: [[/^$/, '']],
  bar: [
    [/^sync$/, 'b'],
    [/^warp\.sync$/, 'n'],
  ],
};

type TypeOf = (register: string) => ScalarType | undefined;

/** Whether the core's rows carry the function out. */
export function isCoreFunction({ registers, instructions }: PtxFunction): boolean {
  const types = new Map(registers.map(({ name, type }) => [name, type]));
  return instructions.every(one => isCoreInstruction(one, name => types.get(name)));
}

function isCoreInstruction({ opcode, modifiers, operands }: Instruction, typeOf: TypeOf): boolean {
  const written = modifiers.join('.');
  const letters = FORMS[opcode]?.find(([pattern]) => pattern.test(written))?.[1];
  return (
    letters?.length === operands.length &&
    operands.every((operand, i) => isPlain(letters[i], operand, modifiers.at(-1)!, modifiers, typeOf))
  );
}

function isPlain(
  letter: string,
  operand: Operand,
  type: string,
  modifiers: readonly string[],
  typeOf: TypeOf,
): boolean {
  const { kind } = operand;
  switch (letter) {
    case 'T':
      return isRegister(operand, type.replace('32', '64'), typeOf);
    case 'n':
      return isConstant(operand, 'u32') || isRegister(operand, 'u32', typeOf);
    case 'p':
      return isPredicate(operand, typeOf);
    case 'q':
      return kind === 'integer' || isPredicate(operand, typeOf);
    case 'l':
      return kind === 'label';
    case 'b':
      return kind === 'integer' && operand.value >= 0n && operand.value < 16n;
    case 'a':
      return kind === 'address' && isPlainAddress(operand.base, modifiers[0], typeOf);
    case 'r':
      return isMoved(operand, type, typeOf);
    case 'v':
      return isConstant(operand, type) || isMoved(operand, type, typeOf);
    case 'm':
      if (kind === 'special') return type !== 'f32' && type.endsWith('32') && !/64$|^%g/.test(operand.name);
      if (kind === 'symbol') return !type.startsWith('f');
  }
  return isRegister(operand, type, typeOf) || (letter !== 't' && isConstant(operand, type));
}

const isConstant = ({ kind }: Operand, type: string): boolean => kind === (type.startsWith('f') ? 'float' : 'integer');

const isPredicate = (operand: Operand, typeOf: TypeOf): boolean =>
  operand.kind === 'negated' || (operand.kind === 'register' && typeOf(operand.name) === 'pred');

const isMoved = (operand: Operand, type: string, typeOf: TypeOf): boolean =>
  operand.kind === 'vector' ? isPlainVector(operand.elements, type, typeOf) : isRegister(operand, type, typeOf, true);

/** Integers and floats do not go together, and words without a type go with both. */
function isRegister(operand: Operand, type: string, typeOf: TypeOf, mayBeWider = false): boolean {
  const declared = operand.kind === 'register' ? typeOf(operand.name) : undefined;
  if (declared === undefined || !/^[busf](8|16|32|64)$/.test(declared)) return false;
  const [kind, other] = [type[0], declared[0]];
  if (kind !== 'b' && other !== 'b' && (kind === 'f') !== (other === 'f')) return false;
  return (
    type.slice(1) === declared.slice(1) ||
    (mayBeWider && kind !== 'f' && Number(declared.slice(1)) > Number(type.slice(1)))
  );
}

/** Registers alike. */
const isPlainVector = (elements: readonly Operand[], type: string, typeOf: TypeOf): boolean =>
  elements.every(
    one => isRegister(one, type, typeOf, true) && typeOf(registerOf(one)) === typeOf(registerOf(elements[0])),
  );

const registerOf = (operand: Operand): string => (operand.kind === 'register' ? operand.name : '');

function isPlainAddress(base: Extract<Operand, { kind: 'address' }>['base'], space: string, typeOf: TypeOf): boolean {
  if (base?.kind === 'register') return /^[bus](32|64)$/.test(typeOf(base.name) ?? '');
  return base?.kind === 'symbol' && /^[glspc]/.test(space) && !/^s\d/.test(space);
}
