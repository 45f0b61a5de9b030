/** setp and set of packed halves, with third predicates, and into every type. */
import { floatTests, flushes, type Test, truth } from './comparisons.ts';
import type { FloatName } from './exact-float.ts';
import { type Domain, domainOf, type InstructionCase, instruction, s, u } from './instruction-case.ts';

/** The two halves of a word. */
const halvesOf = (v: bigint): [low: bigint, high: bigint] => [v & 0xffffn, v >> 16n];

function pairs(type: 'f16' | 'bf16'): InstructionCase[] {
  const packed = `${type}x2` as const;
  return flushes(type).flatMap(ftz =>
    floatTests(type, ftz).flatMap(([name, test]) => {
      const both = (a: bigint, b: bigint) => halvesOf(a).map((low, i) => test(low, halvesOf(b)[i]));
      const modifiers = `${name}${ftz ? '.ftz' : ''}`;
      const set = (to: string, one: bigint) =>
        instruction(`set.${modifiers}.${to}.${packed}`, 'u32', [packed, packed], (a, b) => {
          const [low, high] = both(a, b);
          return (low ? one : 0n) | (high ? one << 16n : 0n);
        });
      const setp = (which: 0 | 1) =>
        instruction(`setp.${modifiers}.${packed}`, 'pred', [packed, packed], (a, b) => truth(both(a, b)[which]), {
          body: `setp.${modifiers}.${packed} ${which === 0 ? '%d|%p' : '%p|%d'}, %a, %b;`,
        });
      return [setp(0), setp(1), set(packed, ONES[type]), set('u32', 0xffffn)];
    }),
  );
}

const ONES = { f16: 0x3c00n, bf16: 0x3f80n } as const;

const OPERATORS: Readonly<Record<string, (a: bigint, c: bigint) => bigint>> = {
  and: (a, c) => a & c,
  or: (a, c) => a | c,
  xor: (a, c) => a ^ c,
};

/** Cases with a third predicate, a second destination, and the complement of what is read. */
const combined = Object.entries(OPERATORS).flatMap(([operator, combine]) => {
  const from = ['u32', 'u32', 'pred'] as const;
  const ptx = `setp.lt.${operator}.s32`;
  const less = (a: bigint, b: bigint) => truth(s(32, a) < s(32, b));
  return [
    instruction(ptx, 'pred', from, (a, b, c) => combine(less(a, b), c)),
    instruction(ptx, 'pred', from, (a, b, c) => combine(1n - less(a, b), c), { body: `${ptx} %p|%d, %a, %b, %c;` }),
    instruction(ptx, 'pred', from, (a, b, c) => combine(less(a, b), 1n - c), { body: `${ptx} %d, %a, %b, !%c;` }),
    instruction(`set.lt.${operator}.u32.s32`, 'u32', from, (a, b, c) => u(32, -combine(less(a, b), c))),
  ];
});

/** The same on both halves of a word. */
const combinedPairs = (['f16', 'bf16'] as const).flatMap(type =>
  Object.entries(OPERATORS).flatMap(([operator, combine]) => {
    const words = [`${type}x2`, `${type}x2`, 'pred'] as const;
    const less = floatTests(type).find(([name]) => name === 'lt')![1];
    const both = (a: bigint, b: bigint, c: bigint) =>
      halvesOf(a).map((low, i) => combine(truth(less(low, halvesOf(b)[i])), c));
    return [
      instruction(`setp.lt.${operator}.${type}x2`, 'pred', words, (a, b, c) => both(a, b, c)[0], {
        body: `setp.lt.${operator}.${type}x2 %d|%p, %a, %b, %c;`,
      }),
      instruction(`set.lt.${operator}.${type}x2.${type}x2`, 'u32', words, (a, b, c) => {
        const [low, high] = both(a, b, c);
        return low * ONES[type] + ((high * ONES[type]) << 16n);
      }),
    ];
  }),
);

const TRUE_VALUES: Readonly<Record<string, bigint>> = {
  u16: 0xffffn,
  s16: 0xffffn,
  u32: 0xffffffffn,
  s32: 0xffffffffn,
  f32: 0x3f800000n,
  ...ONES,
};

/** All results that `set` may give, for one comparison of each source. */
function values(): InstructionCase[] {
  const bitsOf = (type: string) => Number(/\d+/.exec(type)?.[0]);
  const domain = (type: string): Domain => (/^[us]/.test(type) ? domainOf(bitsOf(type)) : (type as Domain));
  const lessThan = (type: string): Test => {
    if (!/^[us]/.test(type)) return floatTests(type as FloatName).find(([name]) => name === 'lt')![1];
    return (a, b) => (type.startsWith('s') ? s(bitsOf(type), a) < s(bitsOf(type), b) : a < b);
  };
  const sources = ['u16', 's16', 'u32', 's32', 'u64', 's64', 'f16', 'bf16', 'f32', 'f64'];
  const results = (from: string) => [
    ...['u32', 's32'],
    ...(/^b?f16/.test(from) ? ['u16', 's16'] : ['f32']),
    ...(from === 'bf16' ? ['bf16'] : ['f16', 'bf16']),
  ];
  return sources.flatMap(from =>
    results(from).map(to =>
      instruction(`set.lt.${to}.${from}`, domain(to), [domain(from), domain(from)], (a, b) =>
        lessThan(from)(a, b) ? TRUE_VALUES[to] : 0n,
      ),
    ),
  );
}

export const SET_CASES: readonly InstructionCase[] = [
  ...(['f16', 'bf16'] as const).flatMap(pairs),
  ...combined,
  ...combinedPairs,
  ...values(),
];
