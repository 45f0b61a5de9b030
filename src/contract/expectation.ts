/** Does a buffer hold what it should? Expected bytes from values, a file or a formula. */

import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import { bufferAddresses } from '../trace/device-addresses.ts';
import { type BufferSpec, ELEMENT_BYTES, type ElementType, type Launch, type StoredValue } from '../trace/launch.ts';
import { bufferBytes, elementAt } from '../trace/launch-bytes.ts';
import { decodeBase64 } from '../trace/launch-bytes-base64.ts';
import { integerLimits, storeInteger, storeNumbers } from '../trace/launch-bytes-elements.ts';
import { compareElements, type ElementComparison } from './element-comparison.ts';
import { evaluateFormula, type FormulaValue } from './formula/evaluate-formula.ts';
import type { Formula, FormulaError } from './formula/formula.ts';
import { buffersIn, type KnownNames, unknownName } from './formula/formula-names.ts';
import { parseFormula } from './formula/parse-formula.ts';
import type { Expectation } from './workbench-document.ts';

export interface CheckedOutput extends ElementComparison {
  /** The expected bytes. */
  readonly expected: Uint8Array<ArrayBuffer>;
}

/**
 * Compares a buffer's final bytes. `names` are those of the kernel's parameters, for formulas. The error's field is
 * `buffer`, `by.formula`, `by.values`, `by.base64` or `by.bytes`; nothing throws, whatever the expectation says.
 */
export function checkExpectation(
  expectation: Expectation,
  launch: Launch,
  found: Uint8Array,
  names: readonly string[] = [],
): Result<CheckedOutput, FieldError> {
  const buffer = launch.buffers.find(b => b.name === expectation.buffer);
  if (buffer === undefined) return err({ message: `there is no buffer '${expectation.buffer}'`, field: 'buffer' });
  const expected = expectedBytes(expectation.by, buffer, launch, names);
  if (!expected.ok) return expected;
  if (found.length !== expected.value.length) {
    return err({ message: `the run left ${found.length} bytes, not ${expected.value.length}`, field: 'buffer' });
  }
  const compared = compareElements(buffer.type, found, expected.value, expectation.tolerance);
  return ok({ ...compared, expected: expected.value });
}

/** The names that a formula may use: buffers, and scalars as `p3` and by their own names. */
export function formulaNames(launch: Launch, names: readonly string[] = []): KnownNames {
  return {
    buffers: new Set(launch.buffers.map(b => b.name)),
    scalars: new Set(scalarsOf(launch, names).keys()),
  };
}

/** Is it a formula, and are all its names known? Computes nothing. */
export function checkFormula(text: string, known: KnownNames): Result<Formula, FormulaError> {
  const parsed = parseFormula(text);
  if (!parsed.ok) return parsed;
  const unknown = unknownName(parsed.value, known);
  return unknown === null ? parsed : err(unknown);
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes that a buffer should hold: exactly as many elements as the buffer has. */
export function expectedBytes(
  by: Expectation['by'],
  buffer: BufferSpec,
  launch: Launch,
  names: readonly string[] = [],
): Result<Bytes, FieldError> {
  const { type, length } = buffer;
  if (by.kind === 'formula') return formulaBytes(by.formula, buffer, launch, names);
  if (by.kind === 'base64' || by.kind === 'bytes') return rawBytes(by, buffer, launch);
  if (by.values.length !== length) {
    return err({ message: `${by.values.length} values, expected ${length}`, field: 'by.values' });
  }
  const made = bufferBytes({ type, length, init: by }, 'by');
  return made.ok ? made : err({ ...made.error, field: made.error.field.replace('by.init', 'by') });
}

type RawBytes = Extract<Expectation['by'], { readonly kind: 'base64' | 'bytes' }>;

function rawBytes(by: RawBytes, { type, length }: BufferSpec, launch: Launch): Result<Bytes, FieldError> {
  const bytes = by.kind === 'bytes' ? by.bytes : decodeBase64(by.base64);
  if (typeof bytes === 'string') return err({ message: bytes, field: 'by.base64' });
  const sizeBytes = length * ELEMENT_BYTES[type];
  if (bytes.length !== sizeBytes) {
    return err({ message: `${bytes.length} bytes, expected ${sizeBytes}`, field: `by.${by.kind}` });
  }
  return ok(by.fields === undefined ? bytes : withAddresses(bytes, by.fields, launch));
}

/** Tensor maps stay as they are: what encodes them is not known here. */
function withAddresses(bytes: Bytes, fields: readonly StoredValue[], launch: Launch): Bytes {
  const placed = bytes.slice();
  const view = new DataView(placed.buffer);
  const addresses = bufferAddresses(launch);
  for (const field of fields) {
    if (field.kind !== 'pointer') continue;
    const address = (addresses.get(field.buffer) ?? 0) + (field.byteOffset ?? 0);
    view.setBigUint64(field.offset, BigInt(address), true);
  }
  return placed;
}

function formulaBytes(
  text: string,
  { type, length }: BufferSpec,
  launch: Launch,
  names: readonly string[],
): Result<Bytes, FieldError> {
  const formula = checkFormula(text, formulaNames(launch, names));
  if (!formula.ok) return err(formulaProblem(formula.error));
  const inputs = inputsOf(formula.value, launch);
  if (!inputs.ok) return inputs;
  const bytes = new Uint8Array(length * ELEMENT_BYTES[type]);
  const scope = { scalars: scalarsOf(launch, names), element: inputs.value };
  const done = evaluateFormula(formula.value, length, scope, (i, value) => storeValue(bytes, type, i, value));
  return done.ok ? ok(bytes) : err(formulaProblem(done.error));
}

const formulaProblem = ({ message, column }: FormulaError): FieldError => ({
  message: `column ${column}: ${message}`,
  field: 'by.formula',
});

type Elements = (buffer: string, index: number) => FormulaValue | null;

/** Elements of the buffers before the launch; only buffers that the formula names are made. */
function inputsOf(formula: Formula, launch: Launch): Result<Elements, FieldError> {
  const made = new Map<string, { readonly type: ElementType; readonly length: number; readonly bytes: Bytes }>();
  for (const name of buffersIn(formula)) {
    const at = launch.buffers.findIndex(b => b.name === name);
    const { type, length } = launch.buffers[at];
    const bytes = bufferBytes(launch.buffers[at], `buffers[${at}]`);
    if (!bytes.ok) return err({ message: `${bytes.error.field}: ${bytes.error.message}`, field: 'by.formula' });
    made.set(name, { type, length, bytes: bytes.value });
  }
  return ok((name, index) => {
    const buffer = made.get(name);
    if (buffer === undefined || index < 0 || index >= buffer.length) return null;
    const element = elementAt(buffer.bytes, buffer.type, index);
    return integerLimits(buffer.type) === null ? element : BigInt(element);
  });
}

function scalarsOf(launch: Launch, names: readonly string[]): Map<string, FormulaValue> {
  const scalars = new Map<string, FormulaValue>();
  for (const [i, param] of launch.params.entries()) {
    for (const name of [`p${i}`, ...(names[i] === undefined ? [] : [names[i]])]) {
      if (param.kind === 'scalar') scalars.set(name, formulaValue(param));
      if (param.kind !== 'struct') continue;
      for (const field of param.fields) {
        if (field.kind === 'scalar') scalars.set(`${name}_${field.offset}`, formulaValue(field));
      }
    }
  }
  return scalars;
}

/** A value that is no number of its type is refused with the launch; here it is NaN. */
function formulaValue({ type, value }: { readonly type: ElementType; readonly value: number | string }): FormulaValue {
  if (integerLimits(type) === null) return Number(value);
  const isExact = typeof value === 'string' ? /^-?\d{1,20}$/.test(value) : Number.isSafeInteger(value);
  return isExact ? BigInt(value) : Number.NaN;
}

/** Rounds to a float type; an integer type takes the whole part, its low bits as a conversion in C does. */
function storeValue(bytes: Bytes, type: ElementType, index: number, value: FormulaValue): void {
  if (integerLimits(type) === null) storeNumbers(bytes, type, index, Float64Array.of(Number(value)));
  else if (typeof value === 'bigint') storeInteger(bytes, type, index, value);
  else storeInteger(bytes, type, index, BigInt(Number.isFinite(value) ? Math.trunc(value) : 0));
}
