/** Results of instructions on single bits, bit fields and bytes, computed with BigInt. */
import { domainOf, type InstructionCase, instruction, s, u } from './instruction-case.ts';

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

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

/**
 * The low 8 bits of an amount count for 32-bit types; for 64-bit types all of them do, which the manual leaves open.
 */
const counted = (bits: 32 | 64, amount: bigint): bigint => (bits === 32 ? amount & 255n : amount);

/** `bfe`, bit by bit as the manual's pseudo code has it. */
const extracted = (bits: 32 | 64, sign: boolean) => (a: bigint, b: bigint, c: bigint) => {
  const msb = BigInt(bits - 1);
  const [position, length] = [counted(bits, b), counted(bits, c)];
  const last = least(position + length - 1n, msb);
  const fill = sign && length > 0n ? (a >> last) & 1n : 0n;
  let d = 0n;
  for (let i = 0n; i <= msb; i++) {
    const bit = i < length && position + i <= msb ? (a >> (position + i)) & 1n : fill;
    d |= bit << i;
  }
  return d;
};

/** `bfi` in the same way. */
const inserted = (bits: 32 | 64) => (a: bigint, b: bigint, c: bigint, d: bigint) => {
  const [position, length] = [counted(bits, c), counted(bits, d)];
  let f = b;
  for (let i = 0n; i < length && position + i < BigInt(bits); i++) {
    const place = 1n << (position + i);
    f = (a >> i) & 1n ? f | place : f & ~place;
  }
  return f;
};

function fields(bits: 32 | 64): InstructionCase[] {
  const domain = domainOf(bits);
  return [
    instruction(`bfe.u${bits}`, domain, [domain, 'amount', 'amount'], extracted(bits, false)),
    instruction(`bfe.s${bits}`, domain, [domain, 'amount', 'amount'], extracted(bits, true)),
    instruction(`bfi.b${bits}`, domain, [domain, domain, 'amount', 'amount'], inserted(bits)),
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

/** Bit i of `table` is the result for the input bits abc = i. */
const lookedUp = (table: number) => (a: bigint, b: bigint, c: bigint) => {
  let d = 0n;
  for (let i = 0n; i < 32n; i++) {
    const index = 4n * ((a >> i) & 1n) + 2n * ((b >> i) & 1n) + ((c >> i) & 1n);
    d |= ((BigInt(table) >> index) & 1n) << i;
  }
  return d;
};

const three = ['u32', 'u32', 'u32'] as const;
const threeInputLogic = [0x00, 0xff, 0x96, 0xe8, 0x1b, 0xca].map(table =>
  instruction('lop3.b32', 'u32', three, lookedUp(table), { suffix: `, ${table}` }),
);

/** The form that combines "the result is not 0" with a predicate. */
const testedLogic = (['and', 'or'] as const).flatMap(operator => {
  const combine = (p: bigint, q: bigint) => (operator === 'and' ? p & q : p | q);
  const isAny = (d: bigint): bigint => (d === 0n ? 0n : 1n);
  const ptx = `lop3.${operator}.b32`;
  return [
    instruction(ptx, 'pred', [...three, 'pred'], (a, b, c, q) => combine(isAny(lookedUp(0x80)(a, b, c)), q), {
      body: `${ptx} _|%d, %a, %b, %c, 0x80, %e;`,
    }),
    instruction(ptx, 'u32', [...three, 'pred'], lookedUp(0x96), { body: `${ptx} %d|%p, %a, %b, %c, 0x96, !%e;` }),
  ];
});

function masks(): InstructionCase[] {
  return [
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
  ];
}

export const BIT_CASES: readonly InstructionCase[] = [
  ...bitCounts(),
  ...funnels(),
  ...bytePermutations(),
  ...threeInputLogic,
  ...testedLogic,
  ...masks(),
];
