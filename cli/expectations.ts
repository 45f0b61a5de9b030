/** The file of `lanescape check --expect`: what a launch's buffers must hold at the end. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '../src/base/result.ts';
import { fieldErrorOf } from '../src/contract/field-error.ts';
import {
  type BufferSpec,
  ELEMENT_BYTES,
  type ElementType,
  type ExactInteger,
  type Launch,
} from '../src/trace/launch.ts';
import { bufferBytes, elementAt } from '../src/trace/launch-bytes.ts';
import { fieldProblem, readJson } from './files.ts';

const expected = z.union(
  [
    z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/i) }),
    z.strictObject({ base64: z.base64() }),
    z.strictObject({
      values: z.array(z.union([z.number(), z.string().regex(/^-?\d{1,20}$/)])),
      tolerance: z.number().min(0).exactOptional(),
    }),
  ],
  { error: 'expected {"sha256": hex}, {"base64": bytes} or {"values": [numbers], "tolerance": number}' },
);
type Expected = z.infer<typeof expected>;

const file = z.record(z.string(), expected);

/** Compares final bytes; says what differs, or null. */
type Comparison = (bytes: Uint8Array) => string | null;

export type Expectations = ReadonlyMap<string, Comparison>;

export async function readExpectations(path: string, launch: Launch): Promise<Result<Expectations, string>> {
  const json = await readJson(path);
  if (!json.ok) return json;
  const parsed = file.safeParse(json.value);
  if (!parsed.success) return err(fieldProblem(path, fieldErrorOf(parsed.error)));
  const comparisons = new Map<string, Comparison>();
  for (const [name, value] of Object.entries(parsed.data)) {
    const comparison = comparisonOf(name, value, launch);
    if (!comparison.ok) return err(`${path}: ${comparison.error}`);
    comparisons.set(name, comparison.value);
  }
  return ok(comparisons);
}

function comparisonOf(name: string, value: Expected, launch: Launch): Result<Comparison, string> {
  const buffer = launch.buffers.find(b => b.name === name);
  const names = launch.buffers.map(b => b.name).join(', ');
  if (buffer === undefined) return err(`${name}: no such buffer; expected one of ${names}`);
  if ('sha256' in value) return ok(found => hashDifference(found, value.sha256.toLowerCase()));
  if ('base64' in value) return bytesComparison(buffer, value.base64);
  return valuesComparison(buffer, value.values, value.tolerance ?? 0);
}

function hashDifference(found: Uint8Array, wanted: string): string | null {
  const hash = createHash('sha256').update(found).digest('hex');
  return hash === wanted ? null : `sha256 is ${hash}, expected ${wanted}`;
}

function bytesComparison({ name, type, length }: BufferSpec, base64: string): Result<Comparison, string> {
  const wanted = Buffer.from(base64, 'base64');
  const width = ELEMENT_BYTES[type];
  if (wanted.length !== length * width)
    return err(`${name}.base64: ${wanted.length} bytes, expected ${length * width}`);
  const agrees = (found: Uint8Array, i: number) =>
    wanted.compare(found, i * width, (i + 1) * width, i * width, (i + 1) * width) === 0;
  return ok(found => elementDifference(type, found, wanted, agrees));
}

/** A NaN is within no tolerance. */
function valuesComparison(
  buffer: BufferSpec,
  values: readonly ExactInteger[],
  tolerance: number,
): Result<Comparison, string> {
  const { name, type, length } = buffer;
  if (values.length !== length) return err(`${name}.values: ${values.length} values, expected ${length}`);
  const made = bufferBytes({ type, length, init: { kind: 'values', values } }, name);
  if (!made.ok) return err(`${made.error.field.replace('.init', '')}: ${made.error.message}`);
  const wanted = made.value;
  const agrees = (found: Uint8Array, i: number) => {
    const [a, b] = [elementAt(found, type, i), elementAt(wanted, type, i)];
    const difference = typeof a === 'bigint' ? Number(a - BigInt(b)) : a - Number(b);
    return a === b || Math.abs(difference) <= tolerance;
  };
  return ok(found => elementDifference(type, found, wanted, agrees));
}

function elementDifference(
  type: ElementType,
  found: Uint8Array,
  wanted: Uint8Array,
  agrees: (found: Uint8Array, index: number) => boolean,
): string | null {
  const length = wanted.length / ELEMENT_BYTES[type];
  let wrong = 0;
  let first = -1;
  for (let i = 0; i < length; i++) if (!agrees(found, i) && wrong++ === 0) first = i;
  if (wrong === 0) return null;
  const [got, want] = [elementAt(found, type, first), elementAt(wanted, type, first)];
  return `${wrong} of ${length} elements differ; element ${first} is ${got}, expected ${want}`;
}
