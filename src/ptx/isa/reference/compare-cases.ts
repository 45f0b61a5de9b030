/** setp, set, selp, slct: the manual's tables of comparisons. */
import { compare, decode, type FloatName } from './exact-float.ts';
import { type Domain, domainOf, type InstructionCase, instruction, s, u } from './instruction-case.ts';

const ORDER: Readonly<Record<string, (order: number) => boolean>> = {
  eq: o => o === 0,
  ne: o => o !== 0,
  lt: o => o < 0,
  le: o => o <= 0,
  gt: o => o > 0,
  ge: o => o >= 0,
};
const truth = (v: boolean): bigint => (v ? 1n : 0n);
const orderOf = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

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

/** Ordered: false with a NaN. Unordered (name + u): true with a NaN. */
function floats(type: FloatName): InstructionCase[] {
  const orders = (a: bigint, b: bigint) => compare(decode(type, a), decode(type, b));
  const from = [type, type] as const;
  return [
    ...Object.entries(ORDER).flatMap(([name, test]) => [
      instruction(`setp.${name}.${type}`, 'pred', from, (a, b) => {
        const order = orders(a, b);
        return truth(order !== null && test(order));
      }),
      instruction(`setp.${name}u.${type}`, 'pred', from, (a, b) => {
        const order = orders(a, b);
        return truth(order === null || test(order));
      }),
    ]),
    instruction(`setp.num.${type}`, 'pred', from, (a, b) => truth(orders(a, b) !== null)),
    instruction(`setp.nan.${type}`, 'pred', from, (a, b) => truth(orders(a, b) === null)),
  ];
}

const combined = (['and', 'or', 'xor'] as const).map(operator =>
  instruction(`setp.lt.${operator}.s32`, 'pred', ['u32', 'u32', 'pred'], (a, b, c) => {
    const less = truth(s(32, a) < s(32, b));
    return operator === 'and' ? less & c : operator === 'or' ? less | c : less ^ c;
  }),
);

function values(): InstructionCase[] {
  const less = (a: bigint, b: bigint): boolean => s(32, a) < s(32, b);
  return [
    instruction('set.lt.u32.s32', 'u32', ['u32', 'u32'], (a, b) => (less(a, b) ? u(32, -1n) : 0n)),
    instruction('set.lt.f32.s32', 'f32', ['u32', 'u32'], (a, b) => (less(a, b) ? 0x3f800000n : 0n)),
    ...(['f16', 'bf16'] as const).flatMap(type => {
      const half = (one: bigint) => (a: bigint, b: bigint) =>
        (compare(decode(type, a), decode(type, b)) ?? 1) < 0 ? one : 0n;
      const both = (test: (a: bigint, b: bigint) => bigint) => (a: bigint, b: bigint) =>
        test(a & 0xffffn, b & 0xffffn) | (test(a >> 16n, b >> 16n) << 16n);
      return [
        instruction(
          `set.lt.${type}x2.${type}x2`,
          'u32',
          ['u32', 'u32'],
          both(half(type === 'f16' ? 0x3c00n : 0x3f80n)),
        ),
        instruction(`set.lt.u32.${type}x2`, 'u32', ['u32', 'u32'], both(half(0xffffn))),
      ];
    }),
    instruction('set.eq.f16.f16', 'f16', ['f16', 'f16'], (a, b) =>
      compare(decode('f16', a), decode('f16', b)) === 0 ? 0x3c00n : 0n,
    ),
  ];
}

function selections(): InstructionCase[] {
  const widths: readonly Domain[] = ['u16', 'u32', 'u64'];
  return widths.flatMap(domain => [
    instruction(`selp.b${domain.slice(1)}`, domain, [domain, domain, 'pred'], (a, b, p) => (p ? a : b)),
    ...(domain === 'u16'
      ? []
      : [
          instruction(`slct.b${domain.slice(1)}.s32`, domain, [domain, domain, 'u32'], (a, b, c) =>
            s(32, c) >= 0n ? a : b,
          ),
          instruction(`slct.b${domain.slice(1)}.f32`, domain, [domain, domain, 'f32'], (a, b, c) => {
            const order = compare(decode('f32', c), decode('f32', 0n));
            return order !== null && order >= 0 ? a : b;
          }),
        ]),
  ]);
}

export const COMPARE_CASES: readonly InstructionCase[] = [
  ...integers(),
  ...OLD_NAMES,
  ...(['f16', 'bf16', 'f32', 'f64'] as const).flatMap(floats),
  ...combined,
  ...values(),
  ...selections(),
];
