/** setp, set, selp, slct: the manual's tables of comparisons. */
import { floatTests, flushed, flushes, ORDER, orderOf, truth } from './comparisons.ts';
import { compare } from './exact-arithmetic.ts';
import { decode, type FloatName } from './exact-float.ts';
import { type Domain, domainOf, type InstructionCase, instruction, s } from './instruction-case.ts';
import { SET_CASES } from './set-cases.ts';

function integers(): InstructionCase[] {
  return ([16, 32, 64] as const).flatMap(bits => {
    const domain = domainOf(bits);
    const from = [domain, domain] as const;
    const names = Object.entries(ORDER);
    return [
      ...names.map(([name, test]) =>
        instruction(`setp.${name}.s${bits}`, 'pred', from, (a, b) => truth(test(orderOf(s(bits, a), s(bits, b))))),
      ),
      ...names.map(([name, test]) =>
        instruction(`setp.${name}.u${bits}`, 'pred', from, (a, b) => truth(test(orderOf(a, b)))),
      ),
      instruction(`setp.eq.b${bits}`, 'pred', from, (a, b) => truth(a === b)),
      instruction(`setp.ne.b${bits}`, 'pred', from, (a, b) => truth(a !== b)),
    ];
  });
}

/** Unsigned comparisons under their old names. */
const OLD_NAMES = (
  [
    ['lo', 'lt'],
    ['ls', 'le'],
    ['hi', 'gt'],
    ['hs', 'ge'],
  ] as const
).map(([name, meaning]) =>
  instruction(`setp.${name}.u32`, 'pred', ['u32', 'u32'], (a, b) => truth(ORDER[meaning](orderOf(a, b)))),
);

function floats(type: FloatName): InstructionCase[] {
  return flushes(type).flatMap(ftz =>
    floatTests(type, ftz).map(([name, test]) =>
      instruction(`setp.${name}${ftz ? '.ftz' : ''}.${type}`, 'pred', [type, type], (a, b) => truth(test(a, b))),
    ),
  );
}

const isNotNegative = (pattern: bigint): boolean => {
  const order = compare(decode('f32', pattern), decode('f32', 0n));
  return order !== null && order >= 0;
};

function selections(): InstructionCase[] {
  const widths: readonly Domain[] = ['u16', 'u32', 'u64'];
  return widths.flatMap(domain => {
    const type = `b${domain.slice(1)}`;
    const [three, floats] = [
      [domain, domain, 'u32'],
      [domain, domain, 'f32'],
    ] as const;
    return [
      instruction(`selp.${type}`, domain, [domain, domain, 'pred'], (a, b, p) => (p ? a : b)),
      instruction(`selp.${type}`, domain, [domain, domain, 'pred'], (a, b, p) => (p ? b : a), {
        body: `selp.${type} %d, %a, %b, !%c;`,
      }),
      instruction(`slct.${type}.s32`, domain, three, (a, b, c) => (s(32, c) >= 0n ? a : b)),
      instruction(`slct.${type}.f32`, domain, floats, (a, b, c) => (isNotNegative(c) ? a : b)),
      instruction(`slct.ftz.${type}.f32`, domain, floats, (a, b, c) => (isNotNegative(flushed('f32', c)) ? a : b)),
    ];
  });
}

export const COMPARE_CASES: readonly InstructionCase[] = [
  ...integers(),
  ...OLD_NAMES,
  ...(['f16', 'bf16', 'f32', 'f64'] as const).flatMap(floats),
  ...SET_CASES,
  ...selections(),
];
