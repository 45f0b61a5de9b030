/** The file of `lanescape check --expect`: what a launch's buffers must contain at the end. */
import { createHash } from 'node:crypto';
import { err, ok, type Result } from '../src/base/result.ts';
import { compareElements, type ElementComparison } from '../src/contract/element-comparison.ts';
import { expectedBytes } from '../src/contract/expectation.ts';
import { fieldErrorOf } from '../src/contract/field-error.ts';
import { compareMeasured, type MeasuredComparison } from '../src/contract/measured-comparison.ts';
import { z } from '../src/contract/schema.ts';
import { type Expectation, expectedNumber, type WorkbenchDocument } from '../src/contract/workbench-document.ts';
import { entryOf } from '../src/ptx/outline/entry-fit.ts';
import { outlineOf } from '../src/ptx/outline/outline.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import { type BufferSpec, ELEMENT_BYTES, type ElementType, type Launch } from '../src/trace/launch.ts';
import { elementAt } from '../src/trace/launch-bytes.ts';
import { fieldProblem, readJson } from './files.ts';

const tolerance = z.exactOptional(z.number().check(z.minimum(0)));

const expected = z.union(
  [
    z.strictObject({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/i)) }),
    z.strictObject({ base64: z.base64() }),
    z.strictObject({
      values: z.array(expectedNumber),
      tolerance,
    }),
    z.strictObject({ formula: z.string(), tolerance }),
  ],
  {
    error:
      'expected {"sha256": hex}, {"base64": bytes}, {"values": [numbers]} or {"formula": text}, the last two perhaps with {"tolerance": number}',
  },
);
type Expected = z.infer<typeof expected>;

const file = z.record(z.string(), expected);

/** Compares final bytes; returns what differs, or null. */
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

/**
 * Expectations of a document, if there is one: its formulas may use the names of the kernel's parameters, as on the
 * page.
 */
export function documentExpectations(document: WorkbenchDocument | null, module: Module): Result<Expectations, string> {
  const comparisons = new Map<string, Comparison>();
  if (document === null || document.expectations.length === 0) return ok(comparisons);
  const { launch, source } = document;
  const outline = outlineOf(module, source.language === 'cuda' ? source.text : '');
  const names = entryOf(outline, launch.entry)?.params.map(({ name }) => name) ?? [];
  for (const [i, { buffer: name, by, tolerance }] of document.expectations.entries()) {
    const buffer = launch.buffers.find(b => b.name === name)!;
    const comparison = elementsComparison(buffer, by, { tolerance, names, launch });
    if (!comparison.ok) return err(`expectations[${i}]: ${comparison.error}`);
    comparisons.set(name, comparison.value);
  }
  return ok(comparisons);
}

/** Expectations from a GPU's memory: parts of buffers, and variables of the module. */
export function measuredExpectations(document: WorkbenchDocument, mostUlps: number): Result<Expectations, string> {
  const variables = document.capture?.variables ?? [];
  const isBuffer = (name: string): boolean => document.expectations.some(({ buffer }) => buffer === name);
  const of =
    (name: string): Comparison =>
    bytes => {
      const found = new Map([[name, bytes]]);
      const compared = isBuffer(name) ? compareMeasured(document, found) : compareMeasured(document, new Map(), found);
      if (!compared.ok) return `${compared.error.field}: ${compared.error.message}`;
      const wrong = compared.value.filter(
        part => part.wrong > 0 && (part.largest.ulps ?? Number.POSITIVE_INFINITY) > mostUlps,
      );
      return wrong.length === 0 ? null : wrong.map(measuredDifference).join('; ');
    };
  const names = [...document.expectations.map(({ buffer }) => buffer), ...variables.map(({ name }) => name)];
  return ok(new Map(names.map(name => [name, of(name)])));
}

function measuredDifference({ part, length, wrong, firstWrong, largest }: MeasuredComparison): string {
  const apart = largest.ulps === null ? '' : `, at most ${largest.ulps} ulps apart`;
  const first =
    firstWrong && `; element ${firstWrong.index} is ${firstWrong.emulated}, the GPU has ${firstWrong.measured}`;
  return `${part.name}: ${wrong} of ${length} elements differ from what the GPU answered${apart}${first ?? ''}`;
}

function comparisonOf(name: string, value: Expected, launch: Launch): Result<Comparison, string> {
  const buffer = launch.buffers.find(b => b.name === name);
  const names = launch.buffers.map(b => b.name).join(', ');
  if (buffer === undefined) return err(`${name}: no such buffer; expected one of ${names}`);
  if ('sha256' in value) return ok(found => hashDifference(found, value.sha256.toLowerCase()));
  if ('base64' in value) return bytesComparison(buffer, value.base64);
  const by: Expectation['by'] =
    'values' in value ? { kind: 'values', values: value.values } : { kind: 'formula', formula: value.formula };
  return elementsComparison(buffer, by, { tolerance: value.tolerance ?? 0, launch, names: [] });
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

interface ElementTerms {
  readonly tolerance: number;
  readonly launch: Launch;
  /** Names of the kernel's parameters, for formulas. */
  readonly names: readonly string[];
}

function elementsComparison(
  buffer: BufferSpec,
  by: Expectation['by'],
  { tolerance, launch, names }: ElementTerms,
): Result<Comparison, string> {
  const { name, type } = buffer;
  const wanted = expectedBytes(by, buffer, launch, names);
  if (!wanted.ok) return err(`${name}${wanted.error.field.replace(/^by/, '')}: ${wanted.error.message}`);
  return ok(found => {
    const compared = compareElements(type, found, wanted.value, tolerance);
    return differenceInWords(type, found, wanted.value, compared);
  });
}

function elementDifference(
  type: ElementType,
  found: Uint8Array,
  wanted: Uint8Array,
  agrees: (found: Uint8Array, index: number) => boolean,
): string | null {
  const length = wanted.length / ELEMENT_BYTES[type];
  const wrong = Array.from({ length }, (_, i) => i).filter(i => !agrees(found, i));
  return differenceInWords(type, found, wanted, { length, wrong: wrong.length, firstWrong: wrong[0] ?? null });
}

function differenceInWords(
  type: ElementType,
  found: Uint8Array,
  wanted: Uint8Array,
  { length, wrong, firstWrong }: Pick<ElementComparison, 'length' | 'wrong' | 'firstWrong'>,
): string | null {
  if (firstWrong === null) return null;
  const [got, want] = [elementAt(found, type, firstWrong), elementAt(wanted, type, firstWrong)];
  return `${wrong} of ${length} elements differ; element ${firstWrong} is ${got}, expected ${want}`;
}
