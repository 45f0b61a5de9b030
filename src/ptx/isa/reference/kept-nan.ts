/** NaN results of f64 instructions, which PTX leaves open: what an H200 gives, said with BigInt. */
import { decode, type FloatName, FORMATS } from './exact-float.ts';

const isNan = (type: FloatName, pattern: bigint): boolean => decode(type, pattern).kind === 'nan';

/** The NaN of `from` in format `to`: its sign, the upper part of its payload, and the quiet bit. */
export function quietNan(to: FloatName, from: FloatName, pattern: bigint): bigint {
  const [wide, narrow] = [FORMATS[from], FORMATS[to]];
  const sign = pattern >> BigInt(wide.bits - 1);
  const payload = BigInt.asUintN(wide.mantissaBits, pattern);
  const shift = narrow.mantissaBits - wide.mantissaBits;
  const kept = shift < 0 ? payload >> BigInt(-shift) : payload << BigInt(shift);
  const exponent = (1n << BigInt(narrow.bits - 1 - narrow.mantissaBits)) - 1n;
  const quiet = 1n << BigInt(narrow.mantissaBits - 1);
  return (sign << BigInt(narrow.bits - 1)) | (exponent << BigInt(narrow.mantissaBits)) | quiet | kept;
}

/** The NaN that wins among an instruction's sources, the strongest first; null when none is a NaN. */
export function winningNan(sources: readonly bigint[]): bigint | null {
  const winner = sources.find(pattern => isNan('f64', pattern));
  return winner === undefined ? null : quietNan('f64', 'f64', winner);
}

/** Sources in that order. A division is made of several instructions and asks its dividend first. */
export function strongestFirst(name: string, sources: readonly bigint[]): readonly bigint[] {
  if (name === 'div' || sources.length === 1) return sources;
  const [a, b, c] = sources;
  return sources.length === 2 ? [b, a] : [b, c, a];
}
