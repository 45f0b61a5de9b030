/** Digits of a double as C prints them: exact, ties to even. */

const view = new DataView(new ArrayBuffer(8));

/** value = integer * 2 ** exponent. */
function exactly(value: number): { readonly integer: bigint; readonly exponent: number } {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  return { integer: biased === 0 ? fraction : fraction | (1n << 52n), exponent: Math.max(biased, 1) - 1075 };
}

/** The integer nearest to numerator / denominator. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && (quotient & 1n) === 1n);
  return isUp ? quotient + 1n : quotient;
}

/** value * 10 ** power, as an integer. */
function scaled(value: number, power: number): bigint {
  const { integer, exponent } = exactly(value);
  const numerator = integer * 10n ** BigInt(Math.max(power, 0)) * 2n ** BigInt(Math.max(exponent, 0));
  return nearest(numerator, 10n ** BigInt(Math.max(-power, 0)) * 2n ** BigInt(Math.max(-exponent, 0)));
}

function fixed(value: number, precision: number): string {
  const digits = scaled(value, precision)
    .toString()
    .padStart(precision + 1, '0');
  const point = digits.length - precision;
  return precision === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** `precision + 1` decimal digits, and the power of ten of the first. */
function leading(value: number, precision: number): { readonly digits: string; readonly power: number } {
  if (value === 0) return { digits: '0'.repeat(precision + 1), power: 0 };
  let power = Math.floor(Math.log10(value));
  for (;;) {
    const digits = scaled(value, precision - power).toString();
    if (digits.length === precision + 1) return { digits, power };
    power += digits.length > precision + 1 ? 1 : -1;
  }
}

function scientific(value: number, precision: number): string {
  const { digits, power } = leading(value, precision);
  const mantissa = precision === 0 ? digits : `${digits[0]}.${digits.slice(1)}`;
  return `${mantissa}e${power < 0 ? '-' : '+'}${Math.abs(power).toString().padStart(2, '0')}`;
}

/** A text with a point, whose fraction loses its last zeros; the exponent stays. */
function withoutZeros(text: string): string {
  const [mantissa, exponent] = text.split('e');
  const kept = withoutLastZeros(mantissa).replace(/\.$/, '');
  return exponent === undefined ? kept : `${kept}e${exponent}`;
}

function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** `%g`: the shorter of the two notations, by the power of ten. */
function general(value: number, precision: number, keepsZeros: boolean): string {
  const count = Math.max(precision, 1);
  const { power } = leading(value, count - 1);
  const isFixed = power >= -4 && power < count;
  const text = isFixed ? fixed(value, count - 1 - power) : scientific(value, count - 1);
  return keepsZeros || !text.includes('.') ? text : withoutZeros(text);
}

/** `%a`: the significand in base 16, the exponent of two in base 10. */
function hexadecimal(value: number, precision: number | null): string {
  const { integer, exponent } = exactly(value);
  if (integer === 0n) return `0x0${precision ? `.${'0'.repeat(precision)}` : ''}p+0`;
  const drop = Math.max(0, 13 - (precision ?? 13)) * 4;
  const kept = nearest(integer, 1n << BigInt(drop));
  const point = 52 - drop;
  const fraction = point === 0 ? '' : (kept & ((1n << BigInt(point)) - 1n)).toString(16).padStart(point / 4, '0');
  const digits = precision === null ? withoutLastZeros(fraction) : fraction.padEnd(precision, '0');
  const power = exponent + 52;
  return `0x${kept >> BigInt(point)}${digits === '' ? '' : `.${digits}`}p${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}

interface FloatConversion {
  /** Flags among '-', '+', ' ', '#', '0'. */
  readonly flags: string;
  /** null = not given. */
  readonly precision: number | null;
  readonly letter: string;
}

/** Digits of a finite value that is not negative. */
export function floatDigits({ letter, precision, flags }: FloatConversion, value: number): string {
  const keepsPoint = flags.includes('#');
  const kind = letter.toLowerCase();
  const text =
    kind === 'a'
      ? hexadecimal(value, precision)
      : kind === 'e'
        ? scientific(value, precision ?? 6)
        : kind === 'g'
          ? general(value, precision ?? 6, keepsPoint)
          : fixed(value, precision ?? 6);
  return keepsPoint && !text.includes('.') ? text.replace(/(?=[ep])|$/, '.') : text;
}
