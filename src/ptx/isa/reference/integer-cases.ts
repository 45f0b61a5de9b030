/** Results of integer arithmetic, shifts and logic, computed with BigInt. */
import { BIT_CASES } from './bit-cases.ts';
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

function others(): InstructionCase[] {
  const clamp = (v: bigint) => u(32, most(-(1n << 31n), least(v, (1n << 31n) - 1n)));
  return [
    instruction('add.sat.s32', 'u32', ['u32', 'u32'], (a, b) => clamp(s(32, a) + s(32, b))),
    instruction('sub.sat.s32', 'u32', ['u32', 'u32'], (a, b) => clamp(s(32, a) - s(32, b))),
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
  ...logic(),
  ...predicates(),
  ...others(),
  ...BIT_CASES,
];
