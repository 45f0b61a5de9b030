/** The table takes exactly the float forms that the manual has: those that ptxas 13.0 assembles, but for two slips of it. */
import { describe, expect, test } from 'vitest';
import { Operation } from '../machine/operation.ts';
import type { Instruction, Operand } from '../parse/ast.ts';
import { Form } from './form.ts';
import type { Linker } from './linker.ts';
import { ALL_EFFECTS } from './loops.ts';
import { Refusal } from './refusal.ts';
import { TABLE } from './table.ts';

/**
 * Opcodes, types, and words of which one each is written; `?`: or none. Left out, though ptxas takes them: `fma` of bf16 with
 * `.rz`, `.rm` or `.rp` (made code for f16 of it) and `rcp.rn.ftz.f64` (flushed nothing).
 */
const FORMS = `
add sub mul | f32 | rn/rz/rm/rp? ftz? sat?
add sub mul | f64 | rn/rz/rm/rp?
add sub mul | f32x2 | rn/rz/rm/rp? ftz?
add sub mul | f16 f16x2 | rn? ftz? sat?
add sub mul | bf16 bf16x2 | rn?
add sub | f32.f16 f32.bf16 | rn/rz/rm/rp? sat?
fma mad | f32 | rn/rz/rm/rp ftz? sat?
fma mad div rcp sqrt | f64 | rn/rz/rm/rp
fma | f32x2 | rn/rz/rm/rp ftz?
fma | f16 f16x2 | rn ftz? sat/relu?
fma | f16 f16x2 bf16 bf16x2 | rn relu? oob?
fma | f32.f16 f32.bf16 | rn/rz/rm/rp sat?
div rcp sqrt | f32 | rn/rz/rm/rp/approx ftz?
div | f32 | full ftz?
rcp | f64 | approx ftz
rsqrt | f32 f64 | approx ftz?
sin cos lg2 ex2 | f32 | approx ftz?
ex2 | f16 f16x2 | approx
ex2 | bf16 bf16x2 | approx ftz
tanh | f32 f16 f16x2 bf16 bf16x2 | approx
abs neg | f32 f16 f16x2 | ftz?
abs neg | f64 bf16 bf16x2 |
min max | f32 f16 f16x2 | ftz? NaN? xorsign.abs?
min max | bf16 bf16x2 | NaN? xorsign.abs?
min max | f64 |
min3 max3 | f32 | ftz? NaN? abs?
copysign | f32 f64 |`;

const TYPES = ['f32', 'f64', 'f32x2', 'f16', 'f16x2', 'bf16', 'bf16x2', 'f32.f16', 'f32.bf16'];
const ALL_WORDS = 'rn/rz/rm/rp/approx/full? ftz? sat/relu? oob? NaN? abs/xorsign.abs?'.split(' ');

/** All sentences with one alternative of each group. */
function written(groups: readonly string[]): string[] {
  if (groups.length === 0) return [''];
  const [first, ...rest] = groups;
  const words = first.replace('?', '').split('/');
  const ends = written(rest);
  return [...(first.endsWith('?') ? [''] : []), ...words].flatMap(word => ends.map(end => `${word}.${end}`));
}
const tidy = (words: string): string => words.split('.').filter(Boolean).join('.');

const LISTED = new Set(
  FORMS.trim()
    .split('\n')
    .flatMap(line => {
      const [opcodes, types, groups] = line.split('|').map(part => part.trim().split(' ').filter(Boolean));
      const sentences = written(groups).map(tidy);
      return opcodes.flatMap(opcode => types.flatMap(type => sentences.map(words => `${opcode} ${type} ${words}`)));
    }),
);

const SOURCES: Readonly<Record<string, number>> = { fma: 3, mad: 3, min3: 3, max3: 3 };
const UNARY = new Set('rcp sqrt rsqrt sin cos lg2 ex2 tanh abs neg'.split(' '));
const REGISTER_BITS: Readonly<Record<string, number>> = { f16: 16, bf16: 16, f64: 64, f32x2: 64 };
const register = (type: string): Operand => ({ kind: 'register', name: `r${REGISTER_BITS[type] ?? 32}` });
/** Registers are named by their width. */
const LINK = {
  effects: ALL_EFFECTS,
  register: (name: string) => ({ slot: 0, bits: Number(name.slice(1)) }),
} as unknown as Linker;

function accepts(opcode: string, type: string, words: string): boolean {
  const [to, from = to] = type.split('.');
  const sources = SOURCES[opcode] ?? (UNARY.has(opcode) ? 1 : 2);
  const operands = [to, ...Array.from({ length: sources }, (_, i) => (i === sources - 1 ? to : from))].map(register);
  const name = opcode.replace('3', '');
  const modifiers = `${words}.${type}`.split('.').filter(Boolean);
  const source: Instruction = {
    opcode: name,
    modifiers,
    guard: null,
    operands,
    location: null,
    text: `${name}.${modifiers.join('.')}`,
    ptxLine: 0,
  };
  const row = TABLE.get(name)!;
  const form = new Form(source, new Operation(() => 0, 0, source, { line: 0, file: 0, calls: [] }), LINK);
  try {
    form.requireTypes(row.types);
    row.decode(form);
    return true;
  } catch (refusal) {
    if (refusal instanceof Refusal) return false;
    throw refusal;
  }
}

const OPCODES = [...new Set([...LISTED].map(form => form.split(' ')[0]))];
const SENTENCES = [...new Set(written(ALL_WORDS).map(tidy))];

describe('forms of floats', () => {
  test.each(OPCODES)('%s', opcode => {
    for (const type of TYPES) {
      const taken = SENTENCES.filter(words => accepts(opcode, type, words));
      const listed = SENTENCES.filter(words => LISTED.has(`${opcode} ${type} ${words}`));
      expect([type, ...taken]).toEqual([type, ...listed]);
    }
  });
});
