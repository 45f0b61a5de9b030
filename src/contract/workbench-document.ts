/**
 * The document that the workbench saves, opens and puts into a link: a program, a launch for it, and its expected
 * outputs.
 */

import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { CaptureGpu } from '../trace/capture.ts';
import { ELEMENT_TYPES, type ElementType, type Launch, type StoredValue } from '../trace/launch.ts';
import { captureGpu } from './capture-gpu.ts';
import { fieldErrorOf } from './field-error.ts';
import { parseLaunch, storedValues } from './launch.ts';
import { z } from './schema.ts';

export interface WorkbenchSource {
  readonly language: 'ptx' | 'cuda';
  /** File name for the tab and for messages: 'reduce.cu'. */
  readonly name: string;
  readonly text: string;
}

/** Expected content of a buffer after the run. */
export interface Expectation {
  readonly buffer: string;
  /**
   * `fields`: addresses and tensor maps among the bytes, wherever buffers lie. `bytes` are in memory; a file of JSON has them as
   * base64. `formula`: an expression in i (element index), and the launch's buffers and scalars by name, e.g. `in[i] * 2`.
   */
  readonly by:
    | { readonly kind: 'formula'; readonly formula: string }
    | { readonly kind: 'values'; readonly values: readonly (number | string)[] }
    | { readonly kind: 'base64'; readonly base64: string; readonly fields?: readonly StoredValue[] }
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly fields?: readonly StoredValue[] };
  /** Absolute. */
  readonly tolerance: number;
}

/** A piece of a buffer that a capture's program would call a tensor. */
export interface MeasuredPart {
  readonly buffer: string;
  readonly name: string;
  readonly byteOffset: number;
  readonly bytes: number;
  readonly type: ElementType;
}

/** Where the launch of a document was recorded; its expectations are what that GPU left in memory. */
export interface CaptureOrigin {
  /** Mangled. */
  readonly kernel: string;
  /** Number of this launch among those of the kernel, from 1. */
  readonly index: number;
  readonly api: string;
  readonly gpu: CaptureGpu;
  /** All CTAs had to be there at once; absent where not. */
  readonly cooperative?: boolean;
  /** Sentences that say what was assumed, and what was not captured. */
  readonly notes: readonly string[];
  readonly parts: readonly MeasuredPart[];
  /** Variables of the module that the launch fills, as the GPU left them. */
  readonly variables?: readonly { readonly name: string; readonly base64: string }[];
}

export interface WorkbenchDocument {
  readonly version: 1;
  readonly title: string;
  readonly source: WorkbenchSource;
  /** Architecture that CUDA is compiled for; PTX names its own. */
  readonly arch: string;
  readonly launch: Launch;
  /** Offset of the first shared byte of a CTA; 0 if absent. Swizzles follow absolute addresses. */
  readonly sharedBaseBytes?: number;
  /** Paths into `launch` whose values the user has not confirmed: 'params[2].value'. */
  readonly guessed: readonly string[];
  /** Linear CTA numbers to run; null = the whole grid. */
  readonly ctas: readonly number[] | null;
  /** The CTA whose accesses are drawn. */
  readonly tracedCta: number;
  /** Traced warps of that CTA: all of them (also if absent), or one warp of each role of its pipeline. */
  readonly tracedWarps?: 'all' | 'roles';
  readonly faults: 'first' | 'all';
  readonly expectations: readonly Expectation[];
  /** Absent for what was not recorded. */
  readonly capture?: CaptureOrigin;
}

/** Most characters of a program's text, from a link, a file or a pasted text. */
export const MOST_SOURCE_CHARACTERS = 2 ** 25;
const MOST_VALUES = 2 ** 20;
const MOST_BASE64 = 2 ** 26;
const MOST_CTAS = 2 ** 16;
/** Most expectations: as many as a launch may have buffers. */
const MOST_EXPECTATIONS = 1024;
/** Limits that the emulator sets for the base of shared memory. */
export const SHARED_BASE_BYTES = { most: 2 ** 24 - 16, step: 16 } as const;

const atMost = (characters: number) => z.string().check(z.maxLength(characters));
const named = (characters: number) => atMost(characters).check(z.minLength(1));
const name = named(512);
const cta = z.int().check(z.minimum(0));
const NUMBER_WORDS = 'expected a number, an integer as a decimal string, or "Infinity", "-Infinity" or "NaN"';
const numberText = z.string().check(z.regex(/^(?:-?\d{1,20}|-?Infinity|NaN)$/, NUMBER_WORDS));
/** Element that is expected of a buffer. */
export const expectedNumber = z.union([z.number(), numberText], { error: NUMBER_WORDS });

const expectation = z.strictObject({
  buffer: name,
  by: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('formula'), formula: atMost(2000) }),
    z.strictObject({ kind: z.literal('values'), values: z.array(expectedNumber).check(z.maxLength(MOST_VALUES)) }),
    z.strictObject({
      kind: z.literal('base64'),
      base64: z.base64().check(z.maxLength(MOST_BASE64)),
      fields: z.exactOptional(storedValues),
    }),
    z.strictObject({
      kind: z.literal('bytes'),
      bytes: z.instanceof(Uint8Array<ArrayBuffer>),
      fields: z.exactOptional(storedValues),
    }),
  ]),
  tolerance: z.number().check(z.minimum(0)),
});

const sharedBase = z.int().check(z.minimum(0), z.maximum(SHARED_BASE_BYTES.most), z.multipleOf(SHARED_BASE_BYTES.step));

const captureOrigin = z.strictObject({
  kernel: atMost(100_000),
  index: cta,
  api: atMost(200),
  gpu: captureGpu,
  cooperative: z.exactOptional(z.boolean()),
  notes: z.array(atMost(4000)).check(z.maxLength(1000)),
  parts: z
    .array(
      z.strictObject({ buffer: name, name: atMost(600), byteOffset: cta, bytes: cta, type: z.enum(ELEMENT_TYPES) }),
    )
    .check(z.maxLength(2 ** 16)),
  variables: z.exactOptional(
    z
      .array(z.strictObject({ name: named(100_000), base64: z.base64().check(z.maxLength(MOST_BASE64)) }))
      .check(z.maxLength(1024)),
  ),
});

/** The launch has a schema of its own. */
const shape = z.strictObject({
  version: z.literal(1),
  title: atMost(200),
  source: z.strictObject({
    language: z.enum(['ptx', 'cuda']),
    name: named(200),
    text: atMost(MOST_SOURCE_CHARACTERS),
  }),
  arch: z.string().check(z.regex(/^sm_\d{2,3}[af]?$/)),
  launch: z.unknown(),
  sharedBaseBytes: z.exactOptional(sharedBase),
  guessed: z.array(atMost(200)).check(z.maxLength(2 ** 14)),
  ctas: z.nullable(z.array(cta).check(z.maxLength(MOST_CTAS))),
  tracedCta: cta,
  tracedWarps: z.exactOptional(z.enum(['all', 'roles'])),
  faults: z.enum(['first', 'all']),
  expectations: z.array(expectation).check(z.maxLength(MOST_EXPECTATIONS)),
  capture: z.exactOptional(captureOrigin),
});

/** Checks untrusted JSON; on failure the first thing that is wrong, its field as a path (`launch.params[2].value`). */
export function parseDocument(json: unknown): Result<WorkbenchDocument, FieldError> {
  const parsed = shape.safeParse(json);
  if (!parsed.success) return err(fieldErrorOf(parsed.error));
  const launch = parseLaunch(parsed.data.launch);
  if (!launch.ok) {
    const { message, field } = launch.error;
    return err({ message, field: field === '' ? 'launch' : `launch.${field}` });
  }
  const document: WorkbenchDocument = { ...parsed.data, launch: launch.value };
  const breach = breachOf(document);
  return breach === null ? ok(document) : err(breach);
}

/** A launch description, alone or in a document with its program. */
export type LaunchFile =
  | { readonly kind: 'launch'; readonly launch: Launch }
  | { readonly kind: 'document'; readonly document: WorkbenchDocument };

/** Checks untrusted JSON of either sort: what has a `source` is a document. */
export function parseLaunchFile(json: unknown): Result<LaunchFile, FieldError> {
  if (typeof json === 'object' && json !== null && 'source' in json) {
    const document = parseDocument(json);
    return document.ok ? ok({ kind: 'document', document: document.value }) : document;
  }
  const launch = parseLaunch(json);
  return launch.ok ? ok({ kind: 'launch', launch: launch.value }) : launch;
}

/** Checks a file's text. */
export function readDocument(text: string): Result<WorkbenchDocument, FieldError> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err({ message: 'this is no JSON', field: '' });
  }
  return parseDocument(json);
}

/** Rules that join several fields. */
function breachOf({ launch, ctas, tracedCta, expectations }: WorkbenchDocument): FieldError | null {
  const total = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const beyond = ctas?.findIndex(number => number >= total) ?? -1;
  if (ctas && beyond >= 0) return { message: `no CTA ${ctas[beyond]} in a grid of ${total}`, field: `ctas[${beyond}]` };
  if (tracedCta >= total) return { message: `no CTA ${tracedCta} in a grid of ${total}`, field: 'tracedCta' };
  const seen = new Set<string>();
  for (const [i, { buffer }] of expectations.entries()) {
    const field = `expectations[${i}].buffer`;
    if (launch.buffers.every(b => b.name !== buffer)) return { message: `no buffer is named "${buffer}"`, field };
    if (seen.has(buffer)) return { message: `"${buffer}" has two expectations`, field };
    seen.add(buffer);
  }
  return null;
}
