/**
 * A `printf` as CUDA has it (CUDA C++ Programming Guide, "Formatted Output"): flags, width and precision, `h` `l` `ll`, and
 * the conversions d i o u x X c p e E f F g G a A s. What is no conversion is printed as it stands.
 */
import { floatDigits } from './floats.ts';

export interface Conversion {
  /** Flags among '-', '+', ' ', '#', '0'. */
  readonly flags: string;
  readonly width: number;
  /** null = not given. */
  readonly precision: number | null;
  readonly letter: string;
}

/** Widths and precisions beyond it are cut to it. */
const LONGEST_FIELD = 4096;

const SPECIFICATION = /%([-+ #0]*)(\*|[1-9]\d*)?(?:\.(\*|\d*))?(hh|h|ll|l|j|z|t)?([diouxXcspeEfFgGaA%])/g;

/** The arguments: each at the next multiple of its size. */
class Arguments {
  count = 0;
  isShort = false;
  readonly #view: DataView;
  #next = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #place(bytes: 4 | 8): number {
    const at = (this.#next + bytes - 1) & -bytes;
    this.#next = at + bytes;
    this.count++;
    if (this.#next <= this.#view.byteLength) return at;
    this.isShort = true;
    return -1;
  }

  int(): number {
    const at = this.#place(4);
    return at < 0 ? 0 : this.#view.getInt32(at, true);
  }

  long(): bigint {
    const at = this.#place(8);
    return at < 0 ? 0n : this.#view.getBigInt64(at, true);
  }

  double(): number {
    const at = this.#place(8);
    return at < 0 ? 0 : this.#view.getFloat64(at, true);
  }
}

/** Text and number of arguments; null where there are fewer than the format asks for. `textAt` reads a string. */
export function printed(
  format: string,
  bytes: Uint8Array,
  textAt: (address: number) => string,
): { readonly text: string; readonly count: number } | null {
  const list = new Arguments(bytes);
  const text = format.replace(SPECIFICATION, (_all, flags, width, precision, size, letter) => {
    if (letter === '%') return '%';
    const starred = width === '*' ? list.int() : Number(width ?? 0);
    const digits = precision === '*' ? list.int() : precision === undefined ? null : Number(precision);
    const conversion: Conversion = {
      flags: starred < 0 ? `${flags}-` : flags,
      width: Math.min(Math.abs(starred), LONGEST_FIELD),
      precision: digits === null || digits < 0 ? null : Math.min(digits, LONGEST_FIELD),
      letter,
    };
    return list.isShort ? '' : converted(conversion, size ?? '', list, textAt);
  });
  return list.isShort ? null : { text, count: list.count };
}

function converted(c: Conversion, size: string, list: Arguments, textAt: (address: number) => string): string {
  switch (c.letter) {
    case 'c':
      return padded(c, '', String.fromCharCode(list.int() & 0xff), ' ');
    case 's': {
      const address = Number(BigInt.asUintN(64, list.long()));
      if (list.isShort) return '';
      const text = address === 0 ? '(null)' : textAt(address);
      return padded(c, '', c.precision === null ? text : text.slice(0, c.precision), ' ');
    }
    case 'p': {
      const address = BigInt.asUintN(64, list.long());
      return padded(c, '', address === 0n ? '(nil)' : `0x${address.toString(16)}`, ' ');
    }
    default:
      return /[diouxX]/.test(c.letter) ? integer(c, size, list) : float(c, list.double());
  }
}

const BITS: Readonly<Record<string, number>> = { hh: 8, h: 16, '': 32 };

function integer(c: Conversion, size: string, list: Arguments): string {
  const bits = BITS[size] ?? 64;
  const raw = bits === 64 ? list.long() : BigInt(list.int());
  const isSigned = c.letter === 'd' || c.letter === 'i';
  const value = isSigned ? BigInt.asIntN(bits, raw) : BigInt.asUintN(bits, raw);
  const radix = c.letter === 'o' ? 8 : /[xX]/.test(c.letter) ? 16 : 10;
  const magnitude = (value < 0n ? -value : value).toString(radix);
  const digits = value === 0n && c.precision === 0 ? '' : magnitude.padStart(c.precision ?? 1, '0');
  const isMarked = c.flags.includes('#');
  const prefix =
    isMarked && radix === 16 && value !== 0n ? '0x' : isMarked && radix === 8 && digits[0] !== '0' ? '0' : '';
  const sign = isSigned ? signOf(value < 0n, c.flags) : '';
  const text = c.letter === 'X' ? (prefix + digits).toUpperCase() : prefix + digits;
  const head = radix === 16 ? prefix.length : 0;
  return padded(c, sign + text.slice(0, head), text.slice(head), c.precision === null ? '0' : ' ');
}

function float(c: Conversion, value: number): string {
  const sign = signOf(value < 0 || Object.is(value, -0), c.flags);
  const isUpper = c.letter < 'a';
  const magnitude = Math.abs(value);
  const digits = Number.isFinite(value) ? floatDigits(c, magnitude) : Number.isNaN(value) ? 'nan' : 'inf';
  const text = isUpper ? digits.toUpperCase() : digits;
  const head = /^0[xX]/.test(text) ? 2 : 0;
  return padded(c, sign + text.slice(0, head), text.slice(head), Number.isFinite(value) ? '0' : ' ');
}

const signOf = (isNegative: boolean, flags: string): string =>
  isNegative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';

/** `zero` is what the flag '0' fills with. */
function padded({ flags, width }: Conversion, head: string, body: string, zero: ' ' | '0'): string {
  const missing = Math.max(0, width - head.length - body.length);
  if (flags.includes('-')) return head + body + ' '.repeat(missing);
  return flags.includes('0') && zero === '0' ? head + '0'.repeat(missing) + body : ' '.repeat(missing) + head + body;
}
