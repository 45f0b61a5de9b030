/** Sums, differences and products whose carry goes into the next instruction. */
import { domainOf, type InstructionCase, instruction, s, u } from './instruction-case.ts';

/** Two words each: the lower result goes nowhere, but its carry is in the upper one. */
const withLower = (bits: number, lower: string, upper: string): { readonly body: string } => ({
  body: `{ .reg .b${bits} %low; ${lower.replace(' ', ' %low, ')}; ${upper}; }`,
});

const carryOf = (bits: number, a: bigint, b: bigint): bigint => (a + b) >> BigInt(bits);

function sumsWithCarry(bits: 32 | 64): InstructionCase[] {
  const domain = domainOf(bits);
  const four = [domain, domain, domain, domain] as const;
  const type = `u${bits}`;
  return [
    instruction(`addc.${type}`, domain, four, (a, b, c, e) => u(bits, c + e + carryOf(bits, a, b)), {
      ...withLower(bits, `add.cc.${type} %a, %b`, `addc.${type} %d, %c, %e`),
    }),
    instruction(`subc.${type}`, domain, four, (a, b, c, e) => u(bits, c - e - (a < b ? 1n : 0n)), {
      ...withLower(bits, `sub.cc.${type} %a, %b`, `subc.${type} %d, %c, %e`),
    }),
    instruction(`mad.lo.cc.${type}`, domain, [domain, domain, domain], (a, b, c) => carryOf(bits, u(bits, a * b), c), {
      ...withLower(bits, `mad.lo.cc.${type} %a, %b, %c`, `addc.${type} %d, 0, 0`),
    }),
  ];
}

function productsWithCarry(bits: 32 | 64, sign: 's' | 'u'): InstructionCase {
  const domain = domainOf(bits);
  const read = (v: bigint) => (sign === 's' ? s(bits, v) : v);
  const high = (a: bigint, b: bigint) => (read(a) * read(b)) >> BigInt(bits);
  const type = `${sign}${bits}`;
  return instruction(
    `madc.hi.${type}`,
    domain,
    [domain, domain, domain, domain],
    (a, b, c, e) => u(bits, high(a, b) + e + carryOf(bits, u(bits, a * b), c)),
    withLower(bits, `mad.lo.cc.u${bits} %a, %b, %c`, `madc.hi.${type} %d, %a, %b, %e`),
  );
}

export const CARRY_CASES = ([32, 64] as const).flatMap(bits => [
  ...sumsWithCarry(bits),
  productsWithCarry(bits, 's'),
  productsWithCarry(bits, 'u'),
]);
