/**
 * Compares a GPU's and the emulator's results of matrix instructions: how many have equal bits, and how far apart the
 * others are.
 */
import { decodeFloat, F16 } from '../../src/base/float-formats.ts';
import { sha256 } from './compare.ts';
import { inBytes, type MatrixForm } from './matrix-form.ts';
import { classesOf, matrixOperands, PROBLEMS_PER_CLASS } from './matrix-launches.ts';
import { isFloat, type OperandClass } from './matrix-operands.ts';

export interface ClassAnswers {
  /** How many elements the results have, and in how many the GPU has the emulator's bits. */
  readonly results: number;
  readonly equal: number;
  /**
   * Largest difference of finite results, in units of the last place of the sum of their addends' sizes; null for
   * integers.
   */
  readonly worst: number | null;
  /** Results for which one machine gives no finite number, and the other gives something else. */
  readonly otherKind: number;
  /** Hash of the emulator's results on which the counts are based. */
  readonly emulated: string;
}

export interface MatrixAnswers {
  readonly operands: string;
  readonly classes: Readonly<Partial<Record<OperandClass, ClassAnswers>>>;
  /** Whether the registers of wmma's fragments are equal; null for forms that do not show them. */
  readonly sameFragments: boolean | null;
}

const HASH_DIGITS = 32;
const hashOf = (bytes: Uint8Array): string => sha256(bytes).slice(0, HASH_DIGITS);
export const matrixOperandsHash = (form: MatrixForm): string => hashOf(matrixOperands(form));

const DIGITS: Readonly<Record<string, number>> = { f16: 11, f32: 24, f64: 53 };

function numbersOf(type: string, bytes: Uint8Array): number[] {
  const { buffer } = Uint8Array.from(bytes);
  if (type === 'f64') return [...new Float64Array(buffer)];
  if (type === 'f32') return [...new Float32Array(buffer)];
  if (type === 'f16') return [...new Uint16Array(buffer)].map(word => decodeFloat(F16, word));
  return [...new Int32Array(buffer)];
}

const BYTES: Readonly<Record<string, number>> = { f16: 2, f64: 8 };

/** The bytes of the results of all problems of a class, one problem after another. */
function resultsOf(form: MatrixForm, output: Uint8Array, index: number): Uint8Array {
  const problems = Array.from({ length: PROBLEMS_PER_CLASS }, (_, i) => {
    const start = (index * PROBLEMS_PER_CLASS + i) * form.outBytes;
    return output.subarray(start, start + form.result.sizeBytes);
  });
  return Buffer.concat(problems);
}

export const classHash = (form: MatrixForm, output: Uint8Array, index: number): string =>
  hashOf(resultsOf(form, output, index));

/** @param sizes the emulator's results for the same operands without their signs. */
export function matrixAnswers(
  form: MatrixForm,
  gpu: Uint8Array,
  emulated: Uint8Array,
  sizes: Uint8Array,
): MatrixAnswers {
  const classes = classesOf(form).map((name, i) => {
    const [ours, theirs, size] = [emulated, gpu, sizes].map(output => resultsOf(form, output, i));
    return [name, { ...compared(form.result.type, theirs, ours, size), emulated: hashOf(ours) }] as const;
  });
  const hasFragments = form.outBytes > form.result.sizeBytes;
  return {
    operands: matrixOperandsHash(form),
    classes: Object.fromEntries(classes),
    sameFragments: hasFragments ? movedOf(form, gpu).equals(movedOf(form, emulated)) : null,
  };
}

/** The bytes after the results, which were only moved. */
function movedOf({ outBytes, result }: MatrixForm, output: Uint8Array): Buffer {
  const problems = Array.from({ length: output.length / outBytes }, (_, i) =>
    output.subarray(i * outBytes + result.sizeBytes, (i + 1) * outBytes),
  );
  return Buffer.concat(problems);
}

function compared(
  type: string,
  theirs: Uint8Array,
  ours: Uint8Array,
  sizes: Uint8Array,
): Omit<ClassAnswers, 'emulated'> {
  const [x, y, size] = [theirs, ours, sizes].map(bytes => numbersOf(type, bytes));
  const elementBytes = BYTES[type] ?? 4;
  const isEqual = (i: number): boolean => {
    for (let b = i * elementBytes; b < (i + 1) * elementBytes; b++) if (theirs[b] !== ours[b]) return false;
    return true;
  };
  const different = x.map((_, i) => i).filter(i => !isEqual(i));
  const finite = different.filter(i => Number.isFinite(x[i]) && Number.isFinite(y[i]) && Number.isFinite(size[i]));
  const lastPlaces = finite.map(i => (Math.abs(x[i] - y[i]) / size[i]) * 2 ** DIGITS[type]);
  return {
    results: x.length,
    equal: x.length - different.length,
    worst: type in DIGITS ? Math.max(0, ...lastPlaces.map(value => Math.ceil(value * 100) / 100)) : null,
    otherKind: different.filter(i => Number.isFinite(x[i]) !== Number.isFinite(y[i])).length,
  };
}

/** The operands of a launch without signs. */
export function withoutSigns(form: MatrixForm, operands: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(operands);
  const isSign = form.inputs.flatMap(({ type, sizeBytes }) => {
    const step = type === 'f64' ? 8 : type === 'f32' || type === 'tf32' ? 4 : type === 'f16' || type === 'bf16' ? 2 : 1;
    return Array.from({ length: sizeBytes }, (_, i) => isFloat(type) && i % step === step - 1);
  });
  const perProblem = inBytes(form);
  for (let i = 0; i < bytes.length; i++) if (isSign[i % perProblem]) bytes[i] &= 0x7f;
  return bytes;
}
