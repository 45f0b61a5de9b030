/**
 * What no instruction may look like, whatever its row takes: a modifier twice, a second word that is not the second, registers and
 * constants of other types than the instruction's. ptxas refuses all of it (13.0), and takes what is not named here.
 */
import type { Instruction, Operand, ScalarType } from '../parse/ast.ts';
import { typesOf } from './form.ts';
import { refuse } from './refusal.ts';

const words = (text: string): string[] => text.split(' ');

/** Words that may stand twice: layouts of two matrices, and those that ptxas does not count. */
const REPEATED = new Set(words('row col approx sync cc sat satfinite shiftamt uni'));

/** What must follow the mnemonic, since it belongs to its name. */
const SECOND_WORDS: Readonly<Record<string, RegExp>> = {
  cp: /^(async\.(bulk|mbarrier\.arrive|(?!.*\b(bulk|mbarrier)\b))|reduce\.async\.bulk)/,
  mbarrier: /^(init|inval|arrive|arrive_drop|test_wait|try_wait|pending_count|expect_tx|complete_tx)\b/,
  wgmma: /^(mma_async|fence|commit_group|wait_group)\b/,
  tensormap: /^(replace|cp_fenceproxy)\b/,
  createpolicy: /^(fractional|range|cvt)\b/,
};

type OperandRange = readonly [first: number, end: number];

const upTo = (end: number, opcodes: string): [string, OperandRange][] =>
  words(opcodes).map(opcode => [opcode, [0, end]]);

/** Which operands have the instruction's own type; the one at `end` has not. */
const TYPED_OPERANDS: ReadonlyMap<string, OperandRange> = new Map([
  ...upTo(4, 'add sub addc subc div rem abs neg min max and or xor not cnot fma sqrt rcp rsqrt sin cos lg2 ex2 tanh'),
  ...upTo(4, 'mul mad madc mul24 mad24 sad copysign prmt lop3 atom'),
  ...upTo(3, 'bfi selp fns bmsk'),
  ...upTo(2, 'mov bfe shl shr redux szext shfl'),
  ['vote', [0, 1]],
  ['match', [1, 2]],
  ['red', [1, 2]],
  ['setp', [1, 3]],
  ['ld', [0, 1]],
  ['st', [1, 2]],
]);

/** Others may leave their result out: `_`. */
const NEEDS_TARGET = new Set(
  words('add sub addc subc div rem abs neg min max and or xor not fma sqrt rcp mul mad mov bfe bfi shl shr selp'),
);

/** Packed numbers and small floats are left to their rows. */
const PLAIN_TYPE = /^([bus](8|16|32|64)|f32|f64)$/;

const bitsOf = (type: string): number => Number(/^[busf](\d+)/.exec(type)?.[1] ?? 0);

export function refuseIllWritten(instruction: Instruction, typeOf: (register: string) => ScalarType): void {
  const { opcode, modifiers } = instruction;
  const types = typesOf(instruction);
  const twice = modifiers.find((m, i) => modifiers.indexOf(m) < i && !types.includes(m) && !REPEATED.has(m));
  if (twice !== undefined) refuse(`.${twice} is written twice`);
  const second = SECOND_WORDS[opcode];
  if (second && !second.test(modifiers.join('.')))
    refuse(`there is no ${[opcode, ...modifiers.slice(0, 2)].join('.')}`);
  if (opcode === 'mbarrier' && types.length === 0) refuse('needs the type .b64');
  const typed = TYPED_OPERANDS.get(opcode);
  if (!typed || types.length !== 1 || !PLAIN_TYPE.test(types[0]) || modifiers.includes('wide')) return;
  const isMemory = opcode === 'ld' || opcode === 'st';
  const [first, typedEnd] = typed;
  const end = Math.min(typedEnd, instruction.operands.length - (modifiers.includes('L2::cache_hint') ? 1 : 0));
  for (let i = first; i < end; i++) refuseOperand(instruction, instruction.operands[i], i, types[0], isMemory, typeOf);
}

function refuseOperand(
  instruction: Instruction,
  operand: Operand,
  index: number,
  type: string,
  mayBeWider: boolean,
  typeOf: (register: string) => ScalarType,
): void {
  const is = `operand ${index + 1} is`;
  if (operand.kind === 'float' && /^[us]/.test(type)) refuse(`${is} a float, and .${type} takes integers`);
  if (operand.kind === 'sink' && index === 0 && NEEDS_TARGET.has(instruction.opcode))
    refuse('its result cannot be left out');
  if (operand.kind === 'vector') {
    if (
      instruction.opcode === 'mov' &&
      !type.startsWith('b') &&
      !instruction.modifiers.some(m => m === 'v2' || m === 'v4')
    )
      refuse(`${is} a vector, which needs .b${bitsOf(type)}, not .${type}`);
    if (mayBeWider) for (const one of operand.elements) refuseOperand(instruction, one, index, type, true, typeOf);
  }
  // An element of a vector goes with other types, too.
  if (operand.kind !== 'register' || operand.name.includes('.')) return;
  const declared = typeOf(operand.name);
  const isWide = mayBeWider ? bitsOf(declared) >= bitsOf(type) : bitsOf(declared) === bitsOf(type);
  if (declared !== 'pred' && (!isWide || !areAlike(type, declared)))
    refuse(`${operand.name} is a register of .${declared}, which .${type} does not take`);
}

/** Words without a type go with all; integers and floats do not go together. */
const areAlike = (type: string, declared: string): boolean =>
  type.startsWith('b') || declared.startsWith('b') || type.startsWith('f') === declared.startsWith('f');
