/** Numbers as people type them, with limits: what the text says, what is wrong with it, and the next number by an arrow key. */
import { count } from '../../base/numbers.ts';
import { err, ok, type Result } from '../../base/result.ts';

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** Distance of the allowed numbers, counted from `min`; 0 = every number, with a fraction as well. */
  readonly step?: number;
  /** 'elements', 'B'. */
  readonly unit?: string;
}

const WHOLE = /^-?\d{1,16}$/;
const DECIMAL = /^-?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i;

/** Commas and underscores between digits are skipped: 1,048,576. */
const plain = (text: string): string => text.trim().replace(/(?<=\d)[,_](?=\d)/g, '');

export const readNumber =
  (limits: NumberLimits) =>
  (text: string): Result<number, string> => {
    const { min = -Infinity, max = Infinity, step = 1 } = limits;
    const value = (step === 0 ? DECIMAL : WHOLE).test(plain(text)) ? Number(plain(text)) : Number.NaN;
    const isOnStep = step === 0 || (value - baseOf(limits)) % step === 0;
    return value >= min && value <= max && isOnStep ? ok(value) : err(limitWords(limits));
  };

/** Number from which steps are counted. */
const baseOf = ({ min = 0 }: NumberLimits): number => (Number.isFinite(min) ? min : 0);

/** 'a whole number from 0 to 33 (elements)'. */
export function limitWords(limits: NumberLimits): string {
  const { min = -Infinity, max = Infinity, step = 1, unit = '' } = limits;
  const isMultiple = step > 1 && baseOf(limits) % step === 0;
  const kind = step === 0 ? 'a number' : isMultiple ? `a multiple of ${count(step)}` : 'a whole number';
  const from = Number.isFinite(min) ? ` from ${count(min)}` : '';
  const to = Number.isFinite(max) ? `${from === '' ? ' up' : ''} to ${count(max)}` : from === '' ? '' : ' up';
  const steps = step > 1 && !isMultiple ? ` in steps of ${count(step)}` : '';
  return `${kind}${from}${to}${steps}${unit === '' ? '' : ` (${unit})`}`;
}

/** 'Padding, elements'; a name that says its unit stays as it is: 'Warps', 'Query heads to each'. */
export const withUnit = (label: string, unit = ''): string =>
  unit === '' || new RegExp(`\\b${unit}\\b`, 'i').test(label) ? label : `${label}, ${unit}`;

/** The allowed number that is `steps` further, within the limits; null where the text is no number. */
export function steppedNumber(limits: NumberLimits, text: string, steps: number): string | null {
  const value = DECIMAL.test(plain(text)) ? Number(plain(text)) : Number.NaN;
  if (Number.isNaN(value)) return null;
  const { min = -Infinity, max = Infinity, step = 1 } = limits;
  const size = step === 0 ? fineStep(value) : step;
  const base = step === 0 ? 0 : baseOf(limits);
  const next = base + size * (Math.round((value - base) / size) + steps);
  const last = step === 0 || max === Infinity ? max : base + size * Math.floor((max - base) / size);
  return String(Number(Math.max(min, Math.min(last, next)).toPrecision(12)));
}

/** Step for numbers with a fraction: about a tenth, or 1 from 50 on. */
const fineStep = (value: number): number => (Math.abs(value) >= 50 ? 1 : 0.1);
