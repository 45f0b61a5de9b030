/** One form of an instruction with an independent statement of what it computes, on bit patterns. */

/** Domain of an operand's values: it decides register width and edge values. */
export type Domain =
  | 'pred'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'f16'
  | 'bf16'
  | 'f32'
  | 'f64'
  | 'f16x2'
  | 'bf16x2'
  | 'f32x2'
  /** Amounts around the widths. */
  | 'amount';

export interface InstructionCase {
  /** Opcode with modifiers. */
  readonly ptx: string;
  readonly to: Domain;
  readonly from: readonly Domain[];
  /** Null where the manual leaves the result open. */
  readonly expected: (...values: bigint[]) => bigint | null;
  /** Text after the registers: an immediate. */
  readonly suffix?: string;
  /** All of it, where the registers %d, %a, %b, %c, %e, %f stand otherwise than in that order. */
  readonly body?: string;
  /** Values of each operand to try first, instead of its domain's. */
  readonly edges?: readonly (readonly bigint[])[];
  /** For approximations: the error may be as large as the larger of these. */
  readonly tolerance?: { readonly relative: number; readonly absolute: number };
}

export const instruction = (
  ptx: string,
  to: Domain,
  from: readonly Domain[],
  expected: InstructionCase['expected'],
  more: Pick<InstructionCase, 'suffix' | 'body' | 'edges' | 'tolerance'> = {},
): InstructionCase => ({ ptx, to, from, expected, ...more });

export const u = (bits: number, v: bigint): bigint => BigInt.asUintN(bits, v);
export const s = (bits: number, v: bigint): bigint => BigInt.asIntN(bits, v);
export const domainOf = (bits: number): Domain => `u${bits}` as Domain;

const INTEGERS = (bits: number): bigint[] => {
  const top = 1n << BigInt(bits - 1);
  return [0n, 1n, 2n, 7n, top - 1n, top, top + 1n, 2n * top - 1n, 2n * top - 2n, (2n * top) / 3n, 0x1234n];
};

/** Patterns around zero, one, ties and the ends of the range; the last two of f16 and f32 make a product just below normal. */
const FLOATS: Readonly<Record<'f16' | 'bf16' | 'f32' | 'f64', readonly bigint[]>> = {
  f16: [
    0x0000n,
    0x8000n,
    0x3c00n,
    0xbc00n,
    0x3c01n,
    0x0001n,
    0x83ffn,
    0x0400n,
    0x7bffn,
    0xfc00n,
    0x7c00n,
    0x7e00n,
    0x4248n,
    0x3bffn,
    0x7ff7n,
    0x272cn,
    0x1876n,
  ],
  bf16: [
    0x0000n,
    0x8000n,
    0x3f80n,
    0xbf80n,
    0x3f81n,
    0x0001n,
    0x807fn,
    0x0080n,
    0x7f7fn,
    0xff80n,
    0x7f80n,
    0x7fc0n,
    0x4049n,
    0x3f7fn,
    0xfff7n,
  ],
  f32: [
    0x00000000n,
    0x80000000n,
    0x3f800000n,
    0xbf800000n,
    0x3f800001n,
    0x00000001n,
    0x807fffffn,
    0x00800000n,
    0x7f7fffffn,
    0xff800000n,
    0x7f800000n,
    0x7fc00000n,
    0x40490fdbn,
    0x4b800001n,
    0xc0200000n,
    0x33800000n,
    0x4f000000n,
    0x3f7fffffn,
    0xff812345n,
    0x7e800001n,
    0x239722b4n,
    0x1c58cfden,
  ],
  f64: [
    0x0n,
    0x8000000000000000n,
    0x3ff0000000000000n,
    0xbff0000000000000n,
    0x3ff0000000000001n,
    0x1n,
    0x0010000000000000n,
    0x7fefffffffffffffn,
    0x7ff0000000000000n,
    0xfff0000000000000n,
    0x7ff8000000000000n,
    0x400921fb54442d18n,
    0x41efffffffe00000n,
    0xc01c000000000000n,
    0x3ca0000000000000n,
    0x3fefffffffffffffn,
    0xfff0000000012345n,
    0x7fd0000000000001n,
  ],
};

/** Each edge below, and others above. */
function pairsOf(type: keyof typeof FLOATS): bigint[] {
  const edges = FLOATS[type];
  const bits = BigInt(bitsOf(type));
  return edges.map((low, i) => low | (edges[(i * 5 + 3) % edges.length] << bits));
}

export function edgesOf(domain: Domain): readonly bigint[] {
  switch (domain) {
    case 'pred':
      return [0n, 1n];
    case 'amount':
      return [0n, 1n, 8n, 15n, 16n, 17n, 31n, 32n, 33n, 48n, 63n, 64n, 65n, 255n, 0x1f04n, 0xffffffffn];
    case 'u16':
    case 'u32':
    case 'u64':
      return INTEGERS(bitsOf(domain));
    case 'f16x2':
    case 'bf16x2':
    case 'f32x2':
      return pairsOf(domain.slice(0, -2) as keyof typeof FLOATS);
    default:
      return FLOATS[domain];
  }
}

/** Bits of the register that holds a value of the domain; 1 for a predicate. */
export function bitsOf(domain: Domain): 1 | 16 | 32 | 64 {
  if (domain === 'pred') return 1;
  if (domain === 'amount' || domain === 'f16x2' || domain === 'bf16x2') return 32;
  return domain.endsWith('16') ? 16 : domain.endsWith('32') ? 32 : 64;
}
