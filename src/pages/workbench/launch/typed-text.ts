/** Reads typed text of the launch form as values: exactly if the type is exact, with an error in words. */
import { err, ok, type Result } from '../../../base/result.ts';
import { counted } from '../../../model/findings/finding-words.ts';
import type { ElementType, ExactInteger } from '../../../trace/launch.ts';
import { encodeScalar } from '../../../trace/launch-bytes.ts';
import { integerLimits } from '../../../trace/launch-bytes-elements.ts';

export type TypedValue<T> = Result<T, string>;

/** A whole number from `least` to `most`. Underscores and commas between digits are skipped: 1,048,576. */
export const readCount =
  (least: number, most: number, unit: string) =>
  (text: string): TypedValue<number> => {
    const plain = text.trim().replace(/(?<=\d)[,_](?=\d)/g, '');
    const value = /^\d{1,16}$/.test(plain) ? Number(plain) : Number.NaN;
    if (value >= least && value <= most) return ok(value);
    return err(`a whole number from ${least} to ${most.toLocaleString('en')}${unit && ` (${unit})`}`);
  };

/** The same in steps, from 0. */
export const readMultiple =
  (step: number, most: number, unit: string) =>
  (text: string): TypedValue<number> => {
    const count = readCount(0, most, unit)(text);
    return count.ok && count.value % step !== 0 ? err(`a multiple of ${step} (${unit})`) : count;
  };

/** A value of that type. Integers may be hexadecimal; those beyond 2^53 stay decimal strings. */
export const readValue =
  (type: ElementType) =>
  (text: string): TypedValue<ExactInteger> => {
    const typed = text.trim();
    const isInteger = integerLimits(type) !== null;
    const value = isInteger ? exactInteger(typed) : realNumber(typed);
    if (value === null) return err(isInteger ? `an integer (${type})` : `a number (${type})`);
    const encoded = encodeScalar(type, value);
    return encoded.ok ? ok(value) : err(encoded.error.message);
  };

/** Numbers apart by commas, semicolons or white space. */
export const readValues =
  (type: ElementType) =>
  (text: string): TypedValue<ExactInteger[]> => {
    const values: ExactInteger[] = [];
    for (const [i, word] of text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .entries()) {
      const value = readValue(type)(word);
      if (!value.ok) return err(`value ${i}, "${word.slice(0, 40)}": expected ${value.error}`);
      values.push(value.value);
    }
    return ok(values);
  };

/** Whole numbers apart by commas, spaces or ×, so many at least and at most. */
export const readCounts =
  (least: number, most: number) =>
  (text: string): TypedValue<number[]> => {
    const words = text.split(/[\s,;×x]+/).filter(Boolean);
    const wrong = words.find(word => !/^\d{1,13}$/.test(word));
    if (wrong !== undefined) return err(`"${wrong.slice(0, 20)}": whole numbers, separated by commas`);
    if (words.length >= least && words.length <= most) return ok(words.map(Number));
    return err(least === most ? counted(least, 'number') : `${least} to ${counted(most, 'number')}`);
  };

/** CTAs: numbers and ranges, `0, 3, 8-11`. */
export const readCtas =
  (total: number) =>
  (text: string): TypedValue<number[]> => {
    const numbers = new Set<number>();
    for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
      const match = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(word);
      const [from, to] = match ? [Number(match[1]), Number(match[2] ?? match[1])] : [1, 0];
      if (from > to || to >= total) return err(`"${word.slice(0, 20)}": numbers or ranges from 0 to ${total - 1}`);
      if (numbers.size + to - from >= MOST_CTAS) return err(`at most ${MOST_CTAS} CTAs`);
      for (let cta = from; cta <= to; cta++) numbers.add(cta);
    }
    return numbers.size > 0 ? ok([...numbers].sort((a, b) => a - b)) : err('at least one CTA');
  };

export const MOST_CTAS = 65_536;

/** The shortest text that `readCtas` reads back. Ascending. */
export function ctasText(ctas: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const cta of ctas) {
    const run = runs.at(-1);
    if (run && cta === run[1] + 1) run[1] = cta;
    else runs.push([cta, cta]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** A name for a buffer that no other has and a formula can use. */
export const readName =
  (others: readonly string[]) =>
  (text: string): TypedValue<string> => {
    const name = text.trim();
    if (!/^[A-Za-z_]\w{0,63}$/.test(name)) return err('a name of letters, digits and _');
    return others.includes(name) ? err(`another buffer is called ${name}`) : ok(name);
  };

export const readTolerance = (text: string): TypedValue<number> => {
  const value = realNumber(text.trim());
  return value !== null && value >= 0 ? ok(value) : err('a number from 0');
};

function exactInteger(text: string): ExactInteger | null {
  if (!/^-?(\d{1,20}|0[xX][\da-fA-F]{1,16})$/.test(text)) return null;
  const exact = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : String(exact);
}

function realNumber(text: string): number | null {
  const isNumber = /^[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d{1,4})?f?$/.test(text);
  const value = isNumber ? Number(text.replace(/f$/, '')) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
