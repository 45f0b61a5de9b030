/**
 * Turns launches, and what says that they are right, into a job of the GPU process: JSON that says what to run, and the
 * pieces that it names.
 */
import { readFile } from 'node:fs/promises';
import { assert } from '../../src/base/assert.ts';
import type { RunnerContender, RunnerExpected, RunnerLaunches, RunnerReference } from '../../src/contract/run-job.ts';
import type { GpuReference } from '../../src/kernels/real-numbers.ts';
import { ELEMENT_BYTES, type Launch } from '../../src/trace/launch.ts';
import { JobPieces } from './job-pieces.ts';
import { type LoadableLaunch, runnerLaunch } from './runner-launch.ts';

/**
 * A launch with its expected outputs, by the name of the buffer; none if the order's reference gives them. These may be
 * as large as the GPU's memory, so jobs that wait in the queue do not hold them.
 */
export interface RunnableLaunch extends LoadableLaunch {
  readonly expected: (() => ReadonlyMap<string, Uint8Array>) | null;
}

/** The reference that judges launches without expected bytes. */
export type RunnableReference = LoadableLaunch & Pick<GpuReference, 'spots' | 'judged'>;

export interface JobOrder {
  readonly launches: readonly RunnableLaunch[];
  /** null if expected bytes are enough. */
  readonly reference: RunnableReference | null;
}

export interface WrittenJob {
  readonly launches: RunnerLaunches;
  /** All bytes that the launches name. */
  readonly pieces: ReadonlyMap<string, Uint8Array>;
}

/** Throws for a launch that its schema would refuse, or if nothing says what is right. Rejects if a module is not there. */
export async function writeJob({ launches, reference }: JobOrder): Promise<WrittenJob> {
  const pieces = new JobPieces();
  for (const { module } of [...launches, ...(reference === null ? [] : [reference])]) {
    const code = await readFile(module);
    pieces.nameOf(module, () => code);
  }
  const contenders = launches.map(launch => contenderOf(launch, reference, pieces));
  const judge = reference === null ? {} : { reference: referenceOf(reference, pieces) };
  return { launches: { ...judge, contenders }, pieces: pieces.all };
}

function contenderOf(
  runnable: RunnableLaunch,
  reference: RunnableReference | null,
  pieces: JobPieces,
): RunnerContender {
  const { launch, expected } = runnable;
  const said = expected === null ? judgedBy(reference, launch) : equalTo(expected(), launch, pieces);
  assert(said.length > 0, 'there is a reference or an expected output');
  return { ...runnerLaunch(runnable, pieces), expected: said };
}

const equalTo = (expected: ReadonlyMap<string, Uint8Array>, launch: Launch, pieces: JobPieces): RunnerExpected[] =>
  [...expected].map(([name, bytes]) => {
    const buffer = bufferNamed(launch, name);
    const { type, length } = launch.buffers[buffer];
    assert(bytes.length === length * ELEMENT_BYTES[type], `the reference of '${name}' fits its buffer`);
    return { buffer, elementBytes: ELEMENT_BYTES[type], piece: pieces.nameOf(bytes, () => bytes) };
  });

const judgedBy = (reference: RunnableReference | null, launch: Launch): RunnerExpected[] =>
  [...(reference?.judged ?? [])].map(([name, { values, bounds }]) => {
    const buffer = bufferNamed(launch, name);
    const { type, length } = launch.buffers[buffer];
    const numberOf = (of: string): number => doublesNamed(reference!.launch, of, length);
    return { buffer, elementBytes: ELEMENT_BYTES[type], type, values: numberOf(values), bounds: numberOf(bounds) };
  });

function referenceOf(reference: RunnableReference, pieces: JobPieces): RunnerReference {
  const { launch } = reference;
  const spots = reference.spots();
  assert(spots.length > 0, 'something says that the reference is right');
  return {
    ...runnerLaunch(reference, pieces),
    spots: spots.map(({ buffer, indices, values }) => {
      assert(indices.length === values.length && indices.length > 0, 'a spot is an element and its value');
      const [indexBytes, valueBytes] = [bytesIn(indices), bytesIn(values)];
      return {
        buffer: doublesNamed(launch, buffer),
        count: indices.length,
        indices: pieces.nameOf(indexBytes, () => indexBytes),
        values: pieces.nameOf(valueBytes, () => valueBytes),
      };
    }),
  };
}

const bytesIn = ({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function bufferNamed({ buffers }: Launch, name: string): number {
  const number = buffers.findIndex(buffer => buffer.name === name);
  assert(number >= 0, `the launch has a buffer '${name}'`);
  return number;
}

function doublesNamed(launch: Launch, name: string, length?: number): number {
  const number = bufferNamed(launch, name);
  const buffer = launch.buffers[number];
  assert(
    buffer.type === 'f64' && buffer.length === (length ?? buffer.length),
    `'${name}' has a double for each element`,
  );
  return number;
}
