/** What an instruction keeps busy, roughly, by its mnemonic, types and state space. PTX's view: ptxas may do it otherwise. */
import type { InstructionClass } from '../../trace/execution-profile.ts';
import type { Instruction } from '../parse/ast.ts';

/** 'type': its first type tells. 'space': its state space tells. */
type ClassRule = InstructionClass | 'type' | 'space';

const MNEMONICS: Readonly<Partial<Record<ClassRule, string>>> = {
  type: 'add sub mul mad fma div rem abs neg min max copysign rcp sqrt rsqrt sin cos lg2 ex2 tanh',
  integer:
    'mul24 mad24 sad popc clz bfind brev bfe bfi bmsk szext dp4a dp2a addc subc madc fns shl shr shf lop3 prmt cnot',
  predicate: 'setp set selp slct testp isspacep',
  move: 'mov cvta mapa getctarank createpolicy',
  convert: 'cvt',
  space: 'ld ldu st prefetch prefetchu discard applypriority',
  global: 'cp',
  atomic: 'atom red',
  control: 'bra brx call ret exit trap brkpt nanosleep',
  barrier: 'bar barrier membar fence mbarrier griddepcontrol',
  warp: 'shfl vote match redux elect activemask movmatrix',
  shared: 'ldmatrix stmatrix',
  tensor: 'mma wmma wgmma tcgen05',
  other: 'pmevent setmaxnreg alloca stacksave stackrestore tensormap',
};

/** Of predicates these are moves of bits, of numbers they are integer work. */
const LOGIC = 'and or xor not';

const RULES: ReadonlyMap<string, ClassRule> = new Map([
  ...(Object.entries(MNEMONICS) as [ClassRule, string][]).flatMap(([rule, words]) =>
    words.split(' ').map((word): [string, ClassRule] => [word, rule]),
  ),
  ...LOGIC.split(' ').map((word): [string, ClassRule] => [word, 'type']),
]);

/** Parameters lie in a constant bank; a generic address is global nearly always. */
const SPACES: Readonly<Record<string, InstructionClass>> = {
  shared: 'shared',
  local: 'local',
  const: 'constant',
  param: 'constant',
};

/** Null for a mnemonic that has no class. */
export function knownClassOf({
  opcode,
  modifiers,
}: Pick<Instruction, 'opcode' | 'modifiers'>): InstructionClass | null {
  const rule = RULES.get(opcode);
  if (rule === 'type') return classOfType(modifiers.find(word => TYPE.test(word)) ?? '');
  if (rule === 'space') return modifiers.map(word => SPACES[word.split('::')[0]]).find(found => found) ?? 'global';
  return rule ?? null;
}

export const classOf = (instruction: Instruction): InstructionClass => knownClassOf(instruction) ?? 'other';

const TYPE = /^(pred|[busf]\d+|bf16|tf32)(x2)?$/;

function classOfType(type: string): InstructionClass {
  if (type === 'pred') return 'predicate';
  if (type === 'f64') return 'double';
  if (/^b?f16/.test(type)) return 'half';
  return type.startsWith('f32') ? 'float' : 'integer';
}
