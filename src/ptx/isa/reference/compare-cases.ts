/** setp, set, selp, slct: the manual's tables of comparisons. */
import { compare, decode, type FloatName, FORMATS } from './exact-float.ts';
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

/** Subnormals count as zeros under `.ftz`. */
function flushed(type: FloatName, pattern: bigint): bigint {
  const { bits, mantissaBits } = FORMATS[type];
  const size = pattern & ((1n << BigInt(bits - 1)) - 1n);
  return size < 1n << BigInt(mantissaBits) ? pattern - size : pattern;
}

type Test = (a: bigint, b: bigint) => boolean;

/** All comparisons of a type by name. Ordered: false with a NaN. Unordered (name + u): true with a NaN. */
function floatTests(type: FloatName, ftz = false): [name: string, test: Test][] {
  const read = (v: bigint) => decode(type, ftz ? flushed(type, v) : v);
  const orders = (a: bigint, b: bigint) => compare(read(a), read(b));
  return [
    ...Object.entries(ORDER).flatMap(([name, test]): [string, Test][] => [
      [
        name,
        (a, b) => {
          const order = orders(a, b);
          return order !== null && test(order);
        },
      ],
      [
        `${name}u`,
        (a, b) => {
          const order = orders(a, b);
          return order === null || test(order);
        },
      ],
    ]),
    ['num', (a, b) => orders(a, b) !== null],
    ['nan', (a, b) => orders(a, b) === null],
  ];
}

const flushes = (type: string): boolean[] => (/^(f32|f16)/.test(type) ? [false, true] : [false]);

function floats(type: FloatName): InstructionCase[] {
  return flushes(type).flatMap(ftz =>
    floatTests(type, ftz).map(([name, test]) =>
      instruction(`setp.${name}${ftz ? '.ftz' : ''}.${type}`, 'pred', [type, type], (a, b) => truth(test(a, b))),
    ),
  );
}

/** Of a word: its halves one by one. */
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

/** With a third predicate, a second destination, and complements of what is read. */
const combined = Object.entries(OPERATORS).flatMap(([operator, combine]) => {
  const from = ['u32', 'u32', 'pred'] as const;
  const ptx = `setp.lt.${operator}.s32`;
  const less = (a: bigint, b: bigint) => truth(s(32, a) < s(32, b));
  const lower = (type: 'f16' | 'bf16', [a, b]: readonly bigint[]) =>
    truth((compare(decode(type, a & 0xffffn), decode(type, b & 0xffffn)) ?? 1) < 0);
  return [
    instruction(ptx, 'pred', from, (a, b, c) => combine(less(a, b), c)),
    instruction(ptx, 'pred', from, (a, b, c) => combine(1n - less(a, b), c), { body: `${ptx} %p|%d, %a, %b, %c;` }),
    instruction(ptx, 'pred', from, (a, b, c) => combine(less(a, b), 1n - c), { body: `${ptx} %d, %a, %b, !%c;` }),
    instruction(`set.lt.${operator}.u32.s32`, 'u32', from, (a, b, c) => u(32, -combine(less(a, b), c))),
    ...(['f16', 'bf16'] as const).flatMap(type => {
      const words = [`${type}x2`, `${type}x2`, 'pred'] as const;
      const high = (v: bigint) => v >> 16n;
      return [
        instruction(`setp.lt.${operator}.${type}x2`, 'pred', words, (a, b, c) => combine(lower(type, [a, b]), c), {
          body: `setp.lt.${operator}.${type}x2 %d|%p, %a, %b, %c;`,
        }),
        instruction(
          `set.lt.${operator}.${type}x2.${type}x2`,
          'u32',
          words,
          (a, b, c) =>
            combine(lower(type, [a, b]), c) * ONES[type] +
            ((combine(lower(type, [high(a), high(b)]), c) * ONES[type]) << 16n),
        ),
      ];
    }),
  ];
});

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
  ...(['f16', 'bf16'] as const).flatMap(pairs),
  ...combined,
  ...values(),
  ...selections(),
];
