/** A launch in the form that the GPU process takes. */
import { assert } from '../../src/base/assert.ts';
import type { RunnerContent, RunnerLaunch, RunnerParam } from '../../src/contract/run-job.ts';
import { type DeviceParam, deviceParams } from '../../src/trace/device-launch.ts';
import { ELEMENT_BYTES, type Launch, type SymbolSpec } from '../../src/trace/launch.ts';
import { bufferBytes, type ElementsSpec } from '../../src/trace/launch-bytes.ts';
import { randomNumbers } from '../../src/trace/launch-bytes-random.ts';
import type { JobPieces } from './job-pieces.ts';

/** A launch with its machine code. */
export interface LoadableLaunch {
  /** Path of a cubin or PTX. */
  readonly module: string;
  readonly entry: string;
  readonly launch: Launch;
  /** Sizes of the module's variables in bytes, by name; the launch's symbols are among them. */
  readonly variables: ReadonlyMap<string, number>;
}

export function runnerLaunch({ module, entry, launch, variables }: LoadableLaunch, pieces: JobPieces): RunnerLaunch {
  const { grid, block, cluster, dynamicSharedBytes = 0, programmaticStreamSerialization, buffers } = launch;
  return {
    ...{ module: pieces.nameOf(module, () => unread(module)), entry, grid, block, dynamicSharedBytes },
    ...(cluster === undefined ? {} : { cluster }),
    ...(programmaticStreamSerialization ? { programmaticStreamSerialization } : {}),
    buffers: buffers.map((buffer, i) => ({
      ...contentOf(buffer, `buffers[${i}]`, pieces),
      ...(buffer.output ? { isOutput: true } : {}),
    })),
    symbols: (launch.symbols ?? []).map((symbol, i) => symbolOf(symbol, `symbols[${i}]`, variables, pieces)),
    params: deviceParams(launch).map(runnerParam),
  };
}

/** `writeJob` has read all modules before. */
function unread(module: string): never {
  throw new Error(`${module} was not read`);
}

const bytesOf = ({ type, length }: ElementsSpec): number => length * ELEMENT_BYTES[type];

/** A symbol covers whole elements of the variable; the remaining bytes keep their value from the module. */
function symbolOf(
  { name, type, init }: SymbolSpec,
  field: string,
  variables: ReadonlyMap<string, number>,
  pieces: JobPieces,
): RunnerLaunch['symbols'][number] {
  const size = variables.get(name);
  assert(size !== undefined, `the module has a variable '${name}'`);
  return { name, ...contentOf({ type, init, length: Math.floor(size / ELEMENT_BYTES[type]) }, field, pieces) };
}

function contentOf(buffer: ElementsSpec, field: string, pieces: JobPieces): RunnerContent {
  const bytes = bytesOf(buffer);
  if (buffer.init.kind === 'zeros') return { bytes, fill: 0 };
  if (buffer.init.kind === 'poison') return { bytes, fill: 0xff };
  const { type, length, init } = buffer;
  if (init.kind === 'random' && init.integers !== true && (type === 'bf16' || type === 'f32')) {
    assert(randomNumbers(type, init, field).ok, `${field} can be filled`);
    return { bytes, random: { type, seed: init.seed, low: init.low ?? 0, high: init.high ?? 1 } };
  }
  const make = (): Uint8Array => {
    const made = bufferBytes(buffer, field);
    assert(made.ok, `${field} can be filled`);
    return made.value;
  };
  return { bytes, piece: pieces.nameOf(JSON.stringify([type, length, init]), make) };
}

export function runnerParam(param: DeviceParam): RunnerParam {
  // No kernel of the catalog has one, and the GPU process runs no other.
  assert(param.kind !== 'image', 'no parameter is a texture or a surface');
  if (param.kind === 'tensorMap') return { map: param.map, pass: param.pass, tensor: param.tensor };
  return {
    ...{ hex: Buffer.from(param.bytes).toString('hex'), addresses: param.addresses },
    ...(param.maps.length > 0 ? { maps: param.maps } : {}),
  };
}
