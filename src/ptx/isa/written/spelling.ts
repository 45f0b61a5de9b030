/** What the tables say of an opcode with its modifiers, looked up once per spelling. */
import type { Instruction } from '../../parse/ast.ts';
import { typesOf } from '../form.ts';
import { type OperandRule, operandRule } from './operand-rule.ts';
import { OPERANDS, POLICY } from './operand-table.ts';
import { wrongWords } from './wrong-words.ts';

export interface SpellingFacts {
  /** What is wrong with it, whatever its operands are. */
  readonly reason: string | null;
  /** Each list of operands that it may have; null where the row alone tells. */
  readonly forms: readonly (readonly OperandRule[])[] | null;
}

const words = (text: string): string[] => text.split(' ');

/** Words that may stand twice: layouts of two matrices, and those that ptxas does not count. */
const REPEATED = new Set(words('row col approx sync cc sat satfinite shiftamt uni'));

/** At most one of each may be written: how far an order reaches, and what it orders. */
const EXCLUDING = [words('cta cluster gpu sys'), words('weak volatile relaxed acquire release acq_rel sc')];

const HALF = /^(lo|hi)\b/;
const PRODUCT = /^(lo|hi|wide)\b/;

/** What must follow the mnemonic, since it belongs to its name. */
const SECOND_WORDS: Readonly<Record<string, RegExp>> = {
  wgmma: /^(mma_async|fence|commit_group|wait_group)\b/,
  tensormap: /^(replace|cp_fenceproxy)\b/,
  mul24: HALF,
  mad24: HALF,
  madc: HALF,
  dp2a: HALF,
  div: /^(full\b|(?!.*\bfull\b))/,
  shf: /^[lr]\.(.*\.)?(clamp|wrap)\b/,
  setmaxnreg: /^(inc|dec)\b/,
  tex: /^((base|level|grad)\b|(?!.*\b(base|level|grad)\b))/,
  suld: /^b\b/,
  sust: /^[bp]\b/,
};

/** Products of integers say which half of the bits they keep, before anything else. */
const SECOND_OF_INTEGERS: Readonly<Record<string, RegExp>> = { mul: PRODUCT, mad: PRODUCT };

/** Instructions with one type. */
const ONE_TYPE = new Set(
  words(
    'mul mad madc mul24 mad24 addc subc div rem abs neg min max and or xor not cnot shl shr bfe bfi bmsk szext fns popc clz bfind brev shf prmt lop3 sad selp setp testp copysign rcp sqrt rsqrt sin cos lg2 ex2 tanh match redux activemask mapa getctarank atom red alloca stacksave stackrestore mov',
  ),
);
const MIXED = /f32\.b?f16$/;

function wrongTypes(
  { opcode, modifiers }: Pick<Instruction, 'opcode' | 'modifiers'>,
  types: readonly string[],
): string | null {
  if (ONE_TYPE.has(opcode) && types.length !== 1) return types.length === 0 ? 'needs a type' : 'has one type';
  const isSum = opcode === 'add' || opcode === 'sub' || opcode === 'fma';
  if (isSum && types.length === 2 && !MIXED.test(types.join('.'))) return 'only .f32 has terms of another type';
  if (opcode !== 'cvt') return null;
  const isNarrow = modifiers[0] === 'pack' && /^[us][248]$/.test(types[0] ?? '');
  return types.length === (isNarrow ? 3 : 2) ? null : `has ${isNarrow ? 3 : 2} types, not ${types.length}`;
}

/** The parser gives all instructions of one spelling the same list of modifiers. */
const known = new WeakMap<readonly string[], SpellingFacts>();

export function spellingOf(instruction: Instruction): SpellingFacts {
  const found = known.get(instruction.modifiers);
  if (found) return found;
  const types = typesOf(instruction);
  const spelling = { reason: wrongSpelling(instruction, types), forms: formsOf(instruction, types) };
  known.set(instruction.modifiers, spelling);
  return spelling;
}

function wrongSpelling({ opcode, modifiers }: Instruction, types: readonly string[]): string | null {
  const twice = modifiers.find((m, i) => modifiers.indexOf(m) < i && !types.includes(m) && !REPEATED.has(m));
  if (twice !== undefined) return `.${twice} is written twice`;
  for (const group of EXCLUDING) {
    const found = group.filter(word => modifiers.includes(word));
    if (found.length > 1) return `.${found.join(' and .')} exclude each other`;
  }
  const isOfIntegers = /^[us]\d+$/.test(types[0] ?? '');
  const second = SECOND_WORDS[opcode] ?? (isOfIntegers ? SECOND_OF_INTEGERS[opcode] : undefined);
  if (second && !second.test(modifiers.join('.'))) return `there is no ${[opcode, ...modifiers.slice(0, 2)].join('.')}`;
  return wrongTypes({ opcode, modifiers }, types) ?? wrongWords(opcode, modifiers, types);
}

function formsOf({ opcode, modifiers }: Instruction, types: readonly string[]): SpellingFacts['forms'] {
  const lines = OPERANDS[opcode];
  if (lines === undefined) return null;
  const joined = modifiers.join('.');
  const text = typeof lines === 'string' ? lines : lines.find(([pattern]) => pattern.test(joined))![1];
  const policy = modifiers.includes('L2::cache_hint') ? POLICY : '';
  return text
    .split(' / ')
    .map(form => (form.includes('policy') ? form.replace('policy', policy) : `${form} ${policy}`))
    .flatMap(form => withoutOptional(form).map(each => each.map(one => operandRule(one, types))));
}

/** The form with all of its operands, and without those that may be missing, the last first. */
function withoutOptional(text: string): string[][] {
  const all = words(text).filter(one => one !== '');
  const optional = all.filter(one => one.endsWith('?')).length;
  return Array.from({ length: optional + 1 }, (_, count) => {
    let left = count;
    return all.filter(one => !one.endsWith('?') || left-- > 0).map(one => one.replace('?', ''));
  });
}
