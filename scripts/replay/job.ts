/** The job that `cuda/replay/replay.cpp` reads: what to launch, as text, and the buffers' bytes behind one another. */

import { tmaSwizzle } from '../../src/model/tma/swizzle-modes.ts';
import type { Launch, LaunchParam, PointerValue, ScalarValue, StructParam, TensorMap } from '../../src/trace/launch.ts';
import { bufferBytes, encodeScalar } from '../../src/trace/launch-bytes.ts';
import { DATA_TYPE_VALUES } from './tma/job.ts';

export class JobWriter {
  readonly #lines: string[] = [];
  readonly #data: Uint8Array[] = [];
  /** Buffers with equal bytes are written once. */
  readonly #offsets = new Map<string, number>();
  #size = 0;

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  get data(): Uint8Array {
    return Buffer.concat(this.#data);
  }

  module(file: string): void {
    this.#lines.push(`module ${file}`);
  }

  launch(entry: string, launch: Launch): void {
    const { grid, block, cluster, dynamicSharedBytes = 0, buffers, params } = launch;
    this.#lines.push(`launch ${[entry, ...grid, ...block, dynamicSharedBytes].join(' ')}`);
    if (cluster !== undefined) this.#lines.push(`cluster ${cluster.join(' ')}`);
    for (const [i, buffer] of buffers.entries()) {
      const bytes = bufferBytes(buffer, `buffers[${i}]`);
      if (!bytes.ok) throw new Error(bytes.error.message);
      this.#lines.push(`buffer ${bytes.value.length} ${this.#offsetOf(bytes.value)} ${buffer.output ? 1 : 0}`);
    }
    for (const param of params) this.#lines.push(this.#param(param, launch));
    this.#lines.push('run');
  }

  #offsetOf(bytes: Uint8Array): number {
    const key = Buffer.from(bytes).toString('latin1');
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const offset = this.#size;
    this.#offsets.set(key, offset);
    this.#data.push(bytes);
    this.#size += bytes.length;
    return offset;
  }

  #param(param: LaunchParam, launch: Launch): string {
    if (param.kind === 'pointer') return `pointer ${placeIn(launch, param)}`;
    if (param.kind === 'scalar') return `bytes ${hex(scalarBytes(param))}`;
    if (param.kind === 'struct') return structLines(param, launch);
    return `tensorMap ${param.pass} ${placeIn(launch, { kind: 'pointer', buffer: param.buffer })} ${mapNumbers(param).join(' ')}`;
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Number of the buffer, and how far into it. */
const placeIn = ({ buffers }: Launch, { buffer, byteOffset = 0 }: PointerValue): string =>
  `${buffers.findIndex(({ name }) => name === buffer)} ${byteOffset}`;

function scalarBytes({ type, value }: ScalarValue): Uint8Array {
  const bytes = encodeScalar(type, value, 'value');
  if (!bytes.ok) throw new Error(bytes.error.message);
  return bytes.value;
}

/** Rank and lists, fastest dimension first; the rest are values of enumerations of cuda.h. */
function mapNumbers(map: TensorMap): number[] {
  const lists = [map.dims, map.stridesBytes, map.box, map.elementStrides].flat();
  const modes = [
    ['none', '16B', '32B'].indexOf(map.interleave),
    tmaSwizzle(map.swizzle).value,
    ['none', '64B', '128B', '256B'].indexOf(map.l2Promotion ?? 'none'),
    ['zero', 'nan'].indexOf(map.oobFill),
  ];
  return [DATA_TYPE_VALUES[map.type], map.dims.length, ...lists, ...modes];
}

/** Its bytes, then the addresses in it: only the GPU's machine knows these. */
function structLines({ sizeBytes, fields }: StructParam, launch: Launch): string {
  const bytes = new Uint8Array(sizeBytes);
  for (const field of fields) if (field.kind === 'scalar') bytes.set(scalarBytes(field), field.offset);
  const pointers = fields.flatMap(field =>
    field.kind === 'pointer' ? `pointerAt ${field.offset} ${placeIn(launch, field)}` : [],
  );
  return [`bytes ${hex(bytes)}`, ...pointers].join('\n');
}
