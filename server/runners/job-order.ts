/** From launches and their references to a job of the GPU process: what to run as JSON, and one file with all bytes. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../../src/base/assert.ts';
import type { RunnerContender, RunnerContent, RunnerParam } from '../../src/contract/run-job.ts';
import { type DeviceParam, deviceParams } from '../../src/trace/device-launch.ts';
import { ELEMENT_BYTES, type Launch, type SymbolSpec } from '../../src/trace/launch.ts';
import { bufferBytes, type ElementsSpec } from '../../src/trace/launch-bytes.ts';

/** A launch with its machine code and with what it must leave behind, by the name of the buffer. */
export interface RunnableLaunch {
  /** Of a cubin or PTX. */
  readonly module: string;
  readonly entry: string;
  readonly launch: Launch;
  /** Of its module, in bytes by name: the launch's symbols are among these. */
  readonly variables: ReadonlyMap<string, number>;
  readonly reference: ReadonlyMap<string, Uint8Array>;
  /** Absolute; 0 asks for equal bytes. */
  readonly tolerance: number;
}

export interface WrittenContenders {
  readonly data: string;
  readonly contenders: readonly RunnerContender[];
}

const DATA_FILE = 'job.bin';
/** The start of each piece: cuMemcpyHtoD is fastest from whole cache lines. */
const ALIGN_BYTES = 256;

/** Writes the data file into `folder`. Throws for a launch that its schema would refuse, and where nothing is expected. */
export async function writeContenders(folder: string, launches: readonly RunnableLaunch[]): Promise<WrittenContenders> {
  const data = join(folder, DATA_FILE);
  const file = await open(data, 'wx', 0o600);
  try {
    const pieces = new Pieces();
    const contenders = launches.map(launch => contenderOf(launch, pieces));
    for (const { offset, bytes } of pieces.list) await file.write(bytes, 0, bytes.length, offset);
    return { data, contenders };
  } finally {
    await file.close();
  }
}

/** Where bytes lie in the data file. Equal bytes, such as the inputs of two variants, are there once. */
class Pieces {
  readonly list: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  readonly #offsets = new Map<string, number>();
  /** Of what was asked for before: neither made nor hashed again. */
  readonly #known = new Map<string | Uint8Array, number>();
  #end = 0;

  /** `key`: says what the bytes are, or is the bytes. */
  offsetOf(key: string | Uint8Array, make: () => Uint8Array): number {
    const offset = this.#known.get(key) ?? this.#place(make());
    this.#known.set(key, offset);
    return offset;
  }

  #place(bytes: Uint8Array): number {
    const key = createHash('sha256').update(bytes).digest('hex');
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const offset = this.#end;
    this.#offsets.set(key, offset);
    this.list.push({ offset, bytes });
    this.#end = offset + Math.ceil(bytes.length / ALIGN_BYTES) * ALIGN_BYTES;
    return offset;
  }
}

function contenderOf(runnable: RunnableLaunch, pieces: Pieces): RunnerContender {
  const { module, entry, launch, variables, reference, tolerance } = runnable;
  assert(reference.size > 0, 'something says what is right');
  const { grid, block, cluster, dynamicSharedBytes = 0, programmaticStreamSerialization, buffers } = launch;
  return {
    ...{ module, entry, grid, block, dynamicSharedBytes },
    ...(cluster === undefined ? {} : { cluster }),
    ...(programmaticStreamSerialization ? { programmaticStreamSerialization } : {}),
    buffers: buffers.map((buffer, i) => ({
      ...contentOf(buffer, `buffers[${i}]`, pieces),
      ...(buffer.output ? { isOutput: true } : {}),
    })),
    symbols: (launch.symbols ?? []).map((symbol, i) => symbolOf(symbol, `symbols[${i}]`, variables, pieces)),
    params: deviceParams(launch).map(runnerParam),
    expected: [...reference].map(([name, bytes]) => {
      const buffer = buffers.findIndex(spec => spec.name === name);
      assert(buffer >= 0 && bytes.length === bytesOf(buffers[buffer]), `the reference of '${name}' fits its buffer`);
      return { buffer, dataOffset: pieces.offsetOf(bytes, () => bytes), type: buffers[buffer].type, tolerance };
    }),
  };
}

const bytesOf = ({ type, length }: ElementsSpec): number => length * ELEMENT_BYTES[type];

/** Whole elements of the variable: what is left of it stays as the module has it. */
function symbolOf(
  { name, type, init }: SymbolSpec,
  field: string,
  variables: ReadonlyMap<string, number>,
  pieces: Pieces,
): RunnerContender['symbols'][number] {
  const size = variables.get(name);
  assert(size !== undefined, `the module has a variable '${name}'`);
  return { name, ...contentOf({ type, init, length: Math.floor(size / ELEMENT_BYTES[type]) }, field, pieces) };
}

function contentOf(buffer: ElementsSpec, field: string, pieces: Pieces): RunnerContent {
  const bytes = bytesOf(buffer);
  if (buffer.init.kind === 'zeros') return { bytes, fill: 0 };
  if (buffer.init.kind === 'poison') return { bytes, fill: 0xff };
  const { type, length, init } = buffer;
  const make = (): Uint8Array => {
    const made = bufferBytes(buffer, field);
    assert(made.ok, `${field} can be filled`);
    return made.value;
  };
  return { bytes, dataOffset: pieces.offsetOf(JSON.stringify([type, length, init]), make) };
}

export const runnerParam = (param: DeviceParam): RunnerParam =>
  param.kind === 'bytes'
    ? { hex: Buffer.from(param.bytes).toString('hex'), addresses: param.addresses }
    : { map: param.map, pass: param.pass, tensor: param.tensor };
