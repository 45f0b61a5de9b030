/** Rare integer instructions: 24-bit products, sums of differences, saturation, packed halves, dot products. */
import { CARRY_CASES } from './carry-cases.ts';
import { domainOf, type InstructionCase, instruction, s, u } from './instruction-case.ts';

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const size = (a: bigint): bigint => (a < 0n ? -a : a);
const clampS32 = (v: bigint): bigint => most(-(1n << 31n), least(v, (1n << 31n) - 1n));
const reader = (sign: string, bits: number) => (v: bigint) => (sign === 's' ? s(bits, v) : u(bits, v));

const W = 'u32';
const three = [W, W, W] as const;

function products24(): InstructionCase[] {
  return ['s', 'u'].flatMap(sign => {
    const read = reader(sign, 24);
    const product = (a: bigint, b: bigint) => read(a) * read(b);
    const high = (a: bigint, b: bigint) => product(a, b) >> 16n;
    return [
      instruction(`mul24.lo.${sign}32`, W, [W, W], (a, b) => u(32, product(a, b))),
      instruction(`mul24.hi.${sign}32`, W, [W, W], (a, b) => u(32, high(a, b))),
      instruction(`mad24.lo.${sign}32`, W, three, (a, b, c) => u(32, product(a, b) + c)),
      instruction(`mad24.hi.${sign}32`, W, three, (a, b, c) => u(32, high(a, b) + c)),
      ...(sign === 's'
        ? [instruction('mad24.hi.sat.s32', W, three, (a, b, c) => u(32, clampS32(high(a, b) + s(32, c))))]
        : []),
    ];
  });
}

function ofAllWidths(): InstructionCase[] {
  return ([16, 32, 64] as const).flatMap(bits =>
    ['s', 'u'].flatMap(sign => {
      const domain = domainOf(bits);
      const read = reader(sign, bits);
      const triple = [domain, domain, domain] as const;
      return [
        instruction(`sad.${sign}${bits}`, domain, triple, (a, b, c) => u(bits, c + size(read(a) - read(b)))),
        instruction(`mad.hi.${sign}${bits}`, domain, triple, (a, b, c) =>
          u(bits, ((read(a) * read(b)) >> BigInt(bits)) + c),
        ),
      ];
    }),
  );
}

/** Sums and differences of words of three types, with a third word. */
function videoSums(): InstructionCase[] {
  return ['u.u.u', 's.u.s', 'u.s.u', 's.s.s'].flatMap(signs => {
    const [d, a, b] = signs.split('.').map(sign => reader(sign, 32));
    const clamp = (v: bigint) => (signs[0] === 's' ? clampS32(v) : most(0n, least(v, (1n << 32n) - 1n)));
    const types = signs.replace(/./g, letter => (letter === '.' ? '.' : `${letter}32`));
    return [
      instruction(`vadd.${types}`, W, [W, W], (x, y) => u(32, a(x) + b(y))),
      instruction(`vsub.${types}.sat`, W, [W, W], (x, y) => u(32, clamp(a(x) - b(y)))),
      instruction(`vadd.${types}.add`, W, three, (x, y, c) => u(32, a(x) + b(y) + c)),
      instruction(`vsub.${types}.sat.add`, W, three, (x, y, c) => u(32, clamp(a(x) - b(y)) + d(c))),
    ];
  });
}

/** Both halves of a word on their own. */
const halves = (sign: string, run: (a: bigint, b: bigint) => bigint) => (a: bigint, b: bigint) => {
  const read = reader(sign, 16);
  const half = (shift: bigint) => u(16, run(read(a >> shift), read(b >> shift)));
  return half(0n) | (half(16n) << 16n);
};

function packed(): InstructionCase[] {
  const operations = { add: (a: bigint, b: bigint) => a + b, min: least, max: most };
  return ['s', 'u'].flatMap(sign =>
    Object.entries(operations).flatMap(([name, run]) => {
      const relu = (a: bigint, b: bigint) => most(0n, run(a, b));
      const plain = instruction(`${name}.${sign}16x2`, W, [W, W], halves(sign, run));
      if (sign === 'u' || name === 'add') return [plain];
      return [
        plain,
        instruction(`${name}.relu.s16x2`, W, [W, W], halves(sign, relu)),
        instruction(`${name}.relu.s32`, W, [W, W], (a, b) => relu(s(32, a), s(32, b))),
      ];
    }),
  );
}

function dotProducts(): InstructionCase[] {
  return ['u32', 's32'].flatMap(x =>
    ['u32', 's32'].flatMap(y => {
      const sum = (a: bigint, b: bigint, width: number, firstByte: number) => {
        let total = 0n;
        for (let i = 0; i < 32 / width; i++) {
          const [p, q] = [
            reader(x[0], width)(a >> BigInt(i * width)),
            reader(y[0], 8)(b >> BigInt(8 * (firstByte + i))),
          ];
          total += p * q;
        }
        return total;
      };
      return [
        instruction(`dp4a.${x}.${y}`, W, three, (a, b, c) => u(32, c + sum(a, b, 8, 0))),
        instruction(`dp2a.lo.${x}.${y}`, W, three, (a, b, c) => u(32, c + sum(a, b, 16, 0))),
        instruction(`dp2a.hi.${x}.${y}`, W, three, (a, b, c) => u(32, c + sum(a, b, 16, 2))),
      ];
    }),
  );
}

/** Absolute differences of bytes and halves, merged or summed. */
const partDifferences = (['u32', 's32'] as const).flatMap(d =>
  (['u32', 's32'] as const).flatMap(x =>
    (['u32', 's32'] as const).flatMap(y =>
      ([2, 4] as const).flatMap(parts => {
        const width = 32 / parts;
        const part = (type: string, v: bigint, i: number) => (type === 's32' ? s : u)(width, v >> BigInt(i * width));
        const sizes = (a: bigint, b: bigint) =>
          Array.from({ length: parts }, (_, i) => {
            const difference = part(x, a, i) - part(y, b, i);
            return difference < 0n ? -difference : difference;
          });
        const most = d === 's32' ? 2n ** BigInt(width - 1) - 1n : 2n ** BigInt(width) - 1n;
        const merged = (values: readonly bigint[]) =>
          values.reduce((all, v, i) => all | (u(width, v) << BigInt(i * width)), 0n);
        const name = `vabsdiff${parts}.${d}.${x}.${y}`;
        const three = [W, W, W] as const;
        return [
          instruction(name, W, three, (a, b) => merged(sizes(a, b))),
          instruction(`${name}.sat`, W, three, (a, b) => merged(sizes(a, b).map(v => (v > most ? most : v)))),
          instruction(`${name}.add`, W, three, (a, b, c) =>
            u(
              32,
              sizes(a, b).reduce((sum, v) => sum + v, c),
            ),
          ),
        ];
      }),
    ),
  ),
);

const topBit = (v: bigint): bigint => BigInt(v.toString(2).length - 1);

/** How far the top bit, or the first bit unlike the sign, is from the top. */
const shiftAmounts = ([32, 64] as const).flatMap(bits => {
  const amount = (v: bigint) => (v === 0n ? u(32, -1n) : BigInt(bits - 1) - topBit(v));
  const domain = domainOf(bits);
  return [
    instruction(`bfind.shiftamt.u${bits}`, W, [domain], amount),
    instruction(`bfind.shiftamt.s${bits}`, W, [domain], v => amount(s(bits, v) < 0n ? u(bits, ~v) : v)),
  ];
});

const nthSet = instruction('fns.b32', 'u32', ['u32', 'amount', 'amount'], (mask, base, n) => {
  const nothing = u(32, -1n);
  // Bases beyond 31 are open; the machines find nothing from there.
  if (base > 31n) return nothing;
  if (n === 0n) return (mask >> base) & 1n ? base : nothing;
  const [step, count] = s(32, n) < 0n ? [-1n, -s(32, n)] : [1n, n];
  let left = count;
  for (let i = base; i >= 0n && i < 32n; i += step) if ((mask >> i) & 1n && --left === 0n) return i;
  return nothing;
});

export const INTEGER_VARIANT_CASES: readonly InstructionCase[] = [
  ...products24(),
  ...ofAllWidths(),
  ...videoSums(),
  ...packed(),
  ...dotProducts(),
  ...shiftAmounts,
  ...partDifferences,
  ...CARRY_CASES,
  nthSet,
  instruction('mad.hi.sat.s32', W, three, (a, b, c) => u(32, clampS32(((s(32, a) * s(32, b)) >> 32n) + s(32, c)))),
];
