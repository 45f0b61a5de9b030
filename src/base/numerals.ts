/** Numbers in words, for sentences that every layer may have to write. */

/** Upper-case digits, at least four, in groups of four above eight: 0x0594, 0x7F00 0000 0100. */
export function addressText(address: number): string {
  const digits = address.toString(16).toUpperCase().padStart(4, '0');
  if (digits.length <= 8) return `0x${digits}`;
  const first = digits.length % 4;
  return `0x${[digits.slice(0, first), ...(digits.slice(first).match(/.{4}/g) ?? [])].filter(Boolean).join(' ')}`;
}

/** 1st, 2nd, 3rd, 11th. */
export function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

/** 812 ns, 12.4 µs, 3.21 ms: rounded to `digits` significant ones, with the zeros that say so. */
export function timeText(ns: number, digits = 3): string {
  const unit = timeUnit(Number(ns.toPrecision(digits)));
  return `${scaledText(ns / unit.ns, digits)} ${unit.name}`;
}

interface TimeUnit {
  readonly name: 'ns' | 'µs' | 'ms';
  readonly ns: number;
}

/** ns below 1 µs, ms from 1,000 µs. */
export function timeUnit(ns: number): TimeUnit {
  if (ns < 1000) return { name: 'ns', ns: 1 };
  return ns < 1e6 ? { name: 'µs', ns: 1000 } : { name: 'ms', ns: 1e6 };
}

const scaledText = (value: number, digits: number): string =>
  new Intl.NumberFormat('en-US', { minimumSignificantDigits: digits, maximumSignificantDigits: digits }).format(value);
