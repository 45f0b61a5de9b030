/** What integer, logic and bit instructions compute, said with BigInt. */
import { domainOf, type InstructionCase, instruction, s, u } from './instruction-case.ts';

type Binary = (a: bigint, b: bigint) => bigint | null;
const WIDTHS = [16, 32, 64] as const;
const signed = (bits: number, run: Binary) => (a: bigint, b: bigint) => {
  const v = run(s(bits, a), s(bits, b));
  return v === null ? null : u(bits, v);
};
const plain = (bits: number, run: Binary) => (a: bigint, b: bigint) => {
  const v = run(a, b);
  return v === null ? null : u(bits, v);
};

function binary(name: string, run: Binary): InstructionCase[] {
  return WIDTHS.flatMap(bits => {
    const domain = domainOf(bits);
    return [
      instruction(`${name}.s${bits}`, domain, [domain, domain], signed(bits, run)),
      instruction(`${name}.u${bits}`, domain, [domain, domain], plain(bits, run)),
    ];
  });
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const size = (a: bigint): bigint => (a < 0n ? -a : a);

/** lo, hi and wide of mul and mad, with their third operand. */
function products(): InstructionCase[] {
  return WIDTHS.flatMap(bits =>
    (['s', 'u'] as const).flatMap(sign => {
      const read = (v: bigint) => (sign === 's' ? s(bits, v) : v);
      const domain = domainOf(bits);
      const hi = (a: bigint, b: bigint) => (read(a) * read(b)) >> BigInt(bits);
      const cases = [
        instruction(`mul.lo.${sign}${bits}`, domain, [domain, domain], (a, b) => u(bits, a * b)),
        instruction(`mul.hi.${sign}${bits}`, domain, [domain, domain], (a, b) => u(bits, hi(a, b))),
        instruction(`mad.lo.${sign}${bits}`, domain, [domain, domain, domain], (a, b, c) => u(bits, a * b + c)),
      ];
      if (bits === 64) return cases;
      const wide = domainOf(bits * 2);
      return [
        ...cases,
        instruction(`mul.wide.${sign}${bits}`, wide, [domain, domain], (a, b) => u(bits * 2, read(a) * read(b))),
        instruction(`mad.wide.${sign}${bits}`, wide, [domain, domain, wide], (a, b, c) =>
          u(bits * 2, read(a) * read(b) + c),
        ),
      ];
    }),
  );
}

function unary(name: string, run: (v: bigint) => bigint): InstructionCase[] {
  return WIDTHS.map(bits =>
    instruction(`${name}.s${bits}`, domainOf(bits), [domainOf(bits)], a => u(bits, run(s(bits, a)))),
  );
}

function shifts(): InstructionCase[] {
  return WIDTHS.flatMap(bits => {
    const domain = domainOf(bits);
    const past = (n: bigint) => n >= BigInt(bits);
    return [
      instruction(`shl.b${bits}`, domain, [domain, 'amount'], (a, n) => (past(n) ? 0n : u(bits, a << n))),
      instruction(`shr.u${bits}`, domain, [domain, 'amount'], (a, n) => (past(n) ? 0n : a >> n)),
      instruction(`shr.b${bits}`, domain, [domain, 'amount'], (a, n) => (past(n) ? 0n : a >> n)),
      instruction(`shr.s${bits}`, domain, [domain, 'amount'], (a, n) => u(bits, s(bits, a) >> least(n, BigInt(bits)))),
    ];
  });
}

const bitsIn = (v: bigint): bigint => BigInt(v.toString(2).replaceAll('0', '').length);
const reversed = (bits: number, v: bigint): bigint =>
  BigInt(`0b${[...v.toString(2).padStart(bits, '0')].reverse().join('')}`);
const topBit = (v: bigint): bigint => (v === 0n ? u(32, -1n) : BigInt(v.toString(2).length - 1));
const signless = (bits: number, v: bigint): bigint => (s(bits, v) < 0n ? u(bits, ~v) : v);

function bitCounts(): InstructionCase[] {
  return ([32, 64] as const).flatMap(bits => {
    const domain = domainOf(bits);
    return [
      instruction(`popc.b${bits}`, 'u32', [domain], bitsIn),
      instruction(`clz.b${bits}`, 'u32', [domain], v => BigInt(bits - (v === 0n ? 0 : v.toString(2).length))),
      instruction(`brev.b${bits}`, domain, [domain], v => reversed(bits, v)),
      instruction(`bfind.u${bits}`, 'u32', [domain], topBit),
      instruction(`bfind.s${bits}`, 'u32', [domain], v => topBit(signless(bits, v))),
      ...fields(bits),
    ];
  });
}

/** `bfe` and `bfi`, bit by bit as the manual's pseudo code has them; amounts beyond 255 are open for 64 bits. */
function fields(bits: 32 | 64): InstructionCase[] {
  const domain = domainOf(bits);
  const msb = BigInt(bits - 1);
  const isOpen = (b: bigint, c: bigint) => bits === 64 && (b > 255n || c > 255n);
  const extract = (sign: boolean) => (a: bigint, b: bigint, c: bigint) => {
    if (isOpen(b, c)) return null;
    const [position, length] = [b & 255n, c & 255n];
    const last = least(position + length - 1n, msb);
    const fill = sign && length > 0n ? (a >> last) & 1n : 0n;
    let d = 0n;
    for (let i = 0n; i <= msb; i++) {
      const bit = i < length && position + i <= msb ? (a >> (position + i)) & 1n : fill;
      d |= bit << i;
    }
    return d;
  };
  const insert = (a: bigint, b: bigint, c: bigint, d: bigint) => {
    if (isOpen(c, d)) return null;
    const [position, length] = [c & 255n, d & 255n];
    let f = b;
    for (let i = 0n; i < length && position + i <= msb; i++) {
      const place = 1n << (position + i);
      f = (a >> i) & 1n ? f | place : f & ~place;
    }
    return f;
  };
  return [
    instruction(`bfe.u${bits}`, domain, [domain, 'amount', 'amount'], extract(false)),
    instruction(`bfe.s${bits}`, domain, [domain, 'amount', 'amount'], extract(true)),
    instruction(`bfi.b${bits}`, domain, [domain, domain, 'amount', 'amount'], insert),
  ];
}

function logic(): InstructionCase[] {
  return WIDTHS.flatMap(bits => {
    const domain = domainOf(bits);
    return [
      instruction(`and.b${bits}`, domain, [domain, domain], (a, b) => a & b),
      instruction(`or.b${bits}`, domain, [domain, domain], (a, b) => a | b),
      instruction(`xor.b${bits}`, domain, [domain, domain], (a, b) => a ^ b),
      instruction(`not.b${bits}`, domain, [domain], a => u(bits, ~a)),
      instruction(`cnot.b${bits}`, domain, [domain], a => (a === 0n ? 1n : 0n)),
    ];
  });
}

function predicates(): InstructionCase[] {
  return [
    instruction('and.pred', 'pred', ['pred', 'pred'], (a, b) => a & b),
    instruction('or.pred', 'pred', ['pred', 'pred'], (a, b) => a | b),
    instruction('xor.pred', 'pred', ['pred', 'pred'], (a, b) => a ^ b),
    instruction('not.pred', 'pred', ['pred'], a => 1n - a),
    instruction('mov.pred', 'pred', ['pred'], a => a),
    instruction('and.pred', 'pred', ['pred', 'pred'], (a, b) => a & (1n - b), { body: 'and.pred %d, %a, !%b;' }),
    instruction('xor.pred', 'pred', ['pred', 'pred'], (a, b) => a ^ b, { body: 'xor.pred %d, !%a, !%b;' }),
  ];
}

function funnels(): InstructionCase[] {
  const both = (a: bigint, b: bigint) => (b << 32n) | a;
  const [clamp, wrap] = [(n: bigint) => least(n, 32n), (n: bigint) => n & 31n];
  const left = (n: (v: bigint) => bigint) => (a: bigint, b: bigint, c: bigint) => u(32, (both(a, b) << n(c)) >> 32n);
  const right = (n: (v: bigint) => bigint) => (a: bigint, b: bigint, c: bigint) => u(32, both(a, b) >> n(c));
  return [
    instruction('shf.l.clamp.b32', 'u32', ['u32', 'u32', 'amount'], left(clamp)),
    instruction('shf.l.wrap.b32', 'u32', ['u32', 'u32', 'amount'], left(wrap)),
    instruction('shf.r.clamp.b32', 'u32', ['u32', 'u32', 'amount'], right(clamp)),
    instruction('shf.r.wrap.b32', 'u32', ['u32', 'u32', 'amount'], right(wrap)),
  ];
}

/** Bytes 0 to 7 are those of a, then b. */
function byteOf(a: bigint, b: bigint, selector: bigint): bigint {
  const byte = (((b << 32n) | a) >> (8n * (selector & 7n))) & 255n;
  return selector & 8n ? (byte & 128n ? 255n : 0n) : byte;
}
const fromBytes = (bytes: readonly bigint[]): bigint => bytes.reduce((v, byte, i) => v | (byte << BigInt(8 * i)), 0n);

function bytePermutations(): InstructionCase[] {
  const mode = (name: string, select: (i: bigint, c: bigint) => bigint): InstructionCase =>
    instruction(`prmt.b32.${name}`, 'u32', ['u32', 'u32', 'amount'], (a, b, c) =>
      fromBytes([0n, 1n, 2n, 3n].map(i => byteOf(a, b, select(i, c & 3n)))),
    );
  return [
    instruction('prmt.b32', 'u32', ['u32', 'u32', 'u32'], (a, b, c) =>
      fromBytes([0n, 1n, 2n, 3n].map(i => byteOf(a, b, (c >> (4n * i)) & 15n))),
    ),
    mode('f4e', (i, c) => c + i),
    mode('b4e', (i, c) => (c - i + 8n) & 7n),
    mode('rc8', (_i, c) => c),
    mode('ecl', (i, c) => most(i, c)),
    mode('ecr', (i, c) => least(i, c)),
    mode('rc16', (i, c) => 2n * (c & 1n) + (i & 1n)),
  ];
}

function threeInputLogic(): InstructionCase[] {
  const lookup = (table: number) => (a: bigint, b: bigint, c: bigint) => {
    let d = 0n;
    for (let i = 0n; i < 32n; i++) {
      const index = 4n * ((a >> i) & 1n) + 2n * ((b >> i) & 1n) + ((c >> i) & 1n);
      d |= ((BigInt(table) >> index) & 1n) << i;
    }
    return d;
  };
  const words = ['u32', 'u32', 'u32'] as const;
  const plain = [0x00, 0xff, 0x96, 0xe8, 0x1b, 0xca].map(table =>
    instruction('lop3.b32', 'u32', words, lookup(table), { suffix: `, ${table}` }),
  );
  const isAny = (d: bigint): bigint => (d === 0n ? 0n : 1n);
  const tested = (['and', 'or'] as const).flatMap(operator => {
    const combine = (p: bigint, q: bigint) => (operator === 'and' ? p & q : p | q);
    const ptx = `lop3.${operator}.b32`;
    return [
      instruction(ptx, 'pred', [...words, 'pred'], (a, b, c, q) => combine(isAny(lookup(0x80)(a, b, c)), q), {
        body: `${ptx} _|%d, %a, %b, %c, 0x80, %e;`,
      }),
      instruction(ptx, 'u32', [...words, 'pred'], lookup(0x96), { body: `${ptx} %d|%p, %a, %b, %c, 0x96, !%e;` }),
    ];
  });
  return [...plain, ...tested];
}

function others(): InstructionCase[] {
  const clamp = (v: bigint) => u(32, most(-(1n << 31n), least(v, (1n << 31n) - 1n)));
  return [
    instruction('add.sat.s32', 'u32', ['u32', 'u32'], (a, b) => clamp(s(32, a) + s(32, b))),
    instruction('sub.sat.s32', 'u32', ['u32', 'u32'], (a, b) => clamp(s(32, a) - s(32, b))),
    ...(['clamp', 'wrap'] as const).flatMap(mode => {
      const amount = (n: bigint) => (mode === 'clamp' ? least(n, 32n) : n & 31n);
      return [
        instruction(`bmsk.${mode}.b32`, 'u32', ['amount', 'amount'], (a, b) =>
          u(32, ((1n << amount(b)) - 1n) << amount(a)),
        ),
        instruction(`szext.${mode}.u32`, 'u32', ['u32', 'amount'], (a, n) => u(Number(amount(n)), a)),
        instruction(`szext.${mode}.s32`, 'u32', ['u32', 'amount'], (a, n) => u(32, s(Number(amount(n)), a))),
      ];
    }),
    instruction('fns.b32', 'u32', ['u32', 'amount', 'amount'], (mask, base, n) => {
      const nothing = u(32, -1n);
      // Bases beyond 31 are open; the machines find nothing from there.
      if (base > 31n) return nothing;
      if (n === 0n) return (mask >> base) & 1n ? base : nothing;
      const [step, count] = s(32, n) < 0n ? [-1n, -s(32, n)] : [1n, n];
      let left = count;
      for (let i = base; i >= 0n && i < 32n; i += step) if ((mask >> i) & 1n && --left === 0n) return i;
      return nothing;
    }),
  ];
}

export const INTEGER_CASES: readonly InstructionCase[] = [
  ...binary('add', (a, b) => a + b),
  ...binary('sub', (a, b) => a - b),
  ...binary('min', least),
  ...binary('max', most),
  // Open in PTX when b is 0; the machines give all ones.
  ...binary('div', (a, b) => (b === 0n ? -1n : a / b)),
  ...binary('rem', (a, b) => (b === 0n ? -1n : a % b)),
  ...products(),
  ...unary('neg', a => -a),
  ...unary('abs', size),
  ...shifts(),
  ...bitCounts(),
  ...logic(),
  ...predicates(),
  ...funnels(),
  ...bytePermutations(),
  ...threeInputLogic(),
  ...others(),
];
