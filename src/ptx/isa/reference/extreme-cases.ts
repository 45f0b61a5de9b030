/** Results of `min`, `max`, `neg`, `abs`, `copysign` and `testp` of floats. */

import { flushed, isSubnormal } from './arithmetic-cases.ts';
import { compare, negate } from './exact-arithmetic.ts';
import { decode, type Exact, encode, type FloatName, FORMATS } from './exact-float.ts';
import { type InstructionCase, instruction } from './instruction-case.ts';
import { quietNan, strongestFirst, winningNan } from './kept-nan.ts';
import { bothElements } from './packed-cases.ts';

const NAN: Exact = { kind: 'nan' };
const signBit = (type: FloatName): bigint => 1n << BigInt(FORMATS[type].bits - 1);

/** minimumNumber: a NaN loses, unless `.NaN` is there; -0 is below +0. */
function extreme(a: Exact, b: Exact, wanted: -1 | 1, propagates: boolean): Exact {
  if (a.kind === 'nan' || b.kind === 'nan') return propagates ? NAN : a.kind === 'nan' ? b : a;
  const order = compare(a, b) || a.sign - b.sign;
  return Math.sign(order) === wanted ? a : b;
}

const WANTED = { min: -1, max: 1 } as const;
type Name = keyof typeof WANTED;
const magnitude = (v: Exact): Exact => (v.kind !== 'nan' && v.sign < 0 ? negate(v) : v);

function bound(name: Name, type: FloatName, modifiers: string, sources: 2 | 3): InstructionCase {
  const has = (word: string): boolean => modifiers.includes(word);
  const from = Array.from({ length: sources }, () => type);
  return instruction(`${name}${modifiers}.${type}`, type, from, (...patterns) => {
    const values = patterns
      .map(p => decode(type, p))
      .map(v => (has('.ftz') ? flushed(type, v) : v))
      .map(v => (has('.abs') ? magnitude(v) : v));
    const result = values.reduce((a, b) => extreme(a, b, WANTED[name], has('.NaN')));
    if (type === 'f64' && result.kind === 'nan') return winningNan(strongestFirst(name, patterns));
    const pattern = encode(type, result);
    if (!has('.xorsign') || result.kind === 'nan') return pattern;
    return pattern | ((patterns[0] ^ patterns[1]) & signBit(type));
  });
}

const combined = (first: readonly string[], second: readonly string[]): string[] =>
  first.flatMap(a => second.map(b => a + b));
const MODIFIERS = combined(['', '.NaN'], ['', '.xorsign.abs']);
const FLUSHING = combined(['', '.ftz'], MODIFIERS);

function bounds(name: Name): InstructionCase[] {
  const small = (['f16', 'bf16'] as const).flatMap(type => {
    const forms = (type === 'f16' ? FLUSHING : MODIFIERS).map(modifiers => bound(name, type, modifiers, 2));
    return [...forms, ...forms.map(form => bothElements(form, type))];
  });
  const three = combined(combined(['', '.ftz'], ['', '.NaN']), ['', '.abs']);
  return [
    ...FLUSHING.map(modifiers => bound(name, 'f32', modifiers, 2)),
    ...three.map(modifiers => bound(name, 'f32', modifiers, 3)),
    bound(name, 'f64', '', 2),
    ...small,
  ];
}

/** The sign bit changes. NaN becomes the canonical one, but in f64 it keeps its payload, and its sign. */
function signs(name: 'neg' | 'abs'): InstructionCase[] {
  const change = (type: FloatName, ftz: boolean): InstructionCase => {
    const bit = signBit(type);
    return instruction(`${name}${ftz ? '.ftz' : ''}.${type}`, type, [type], a => {
      const v = decode(type, a);
      if (v.kind === 'nan') return type === 'f64' ? quietNan(type, type, a) : encode(type, v);
      const kept = ftz && isSubnormal(type, v) ? a & bit : a;
      return name === 'neg' ? kept ^ bit : kept & ~bit;
    });
  };
  const halves = [change('f16', false), change('f16', true)];
  const bf16 = change('bf16', false);
  return [
    change('f32', false),
    change('f32', true),
    change('f64', false),
    ...halves,
    bf16,
    ...halves.map(form => bothElements(form, 'f16')),
    bothElements(bf16, 'bf16'),
  ];
}

const WIDE = ['f32', 'f64'] as const;

/** b with the sign of a. */
const copies = WIDE.map(type =>
  instruction(`copysign.${type}`, type, [type, type], (a, b) => (b & ~signBit(type)) | (a & signBit(type))),
);

const PROPERTIES: Readonly<Record<string, (v: Exact, subnormal: boolean) => boolean>> = {
  finite: v => v.kind === 'finite',
  infinite: v => v.kind === 'infinite',
  number: v => v.kind !== 'nan',
  notanumber: v => v.kind === 'nan',
  // Zeros count as normal.
  normal: (v, subnormal) => v.kind === 'finite' && !subnormal,
  subnormal: (_v, subnormal) => subnormal,
};
const properties = WIDE.flatMap(type =>
  Object.entries(PROPERTIES).map(([name, test]) =>
    instruction(`testp.${name}.${type}`, 'pred', [type], a => {
      const v = decode(type, a);
      return test(v, isSubnormal(type, v)) ? 1n : 0n;
    }),
  ),
);

export const EXTREME_CASES: readonly InstructionCase[] = [
  ...bounds('min'),
  ...bounds('max'),
  ...signs('neg'),
  ...signs('abs'),
  ...copies,
  ...properties,
];
