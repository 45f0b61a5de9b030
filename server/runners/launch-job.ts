/** The job that `cuda/replay/replay.cpp` reads: what to launch, as text, and the buffers' bytes one after another. */
import { createHash } from 'node:crypto';
import { TENSOR_MAP_BYTES } from '../../src/base/hardware.ts';
import {
  type DeviceImage,
  type DeviceParam,
  type DevicePlace,
  type DeviceTensorMap,
  deviceParams,
} from '../../src/trace/device-launch.ts';
import type { Launch, StoredValue, SymbolSpec } from '../../src/trace/launch.ts';
import { bufferBytes } from '../../src/trace/launch-bytes.ts';

/** Stands for the offset of bytes that are not in the data file. */
const ZEROS = -1;

interface LaunchExtras {
  readonly globals?: Readonly<Record<string, number>>;
  /** Whether all CTAs must be there at once. */
  readonly isCooperative?: boolean;
}

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
    this.#lines.push(`module ${word(file)}`);
  }

  /** @param globals variables of the module whose contents are to be read back, with their size in bytes. */
  launch(entry: string, launch: Launch, { globals = {}, isCooperative = false }: LaunchExtras = {}): void {
    const { grid, block, cluster, dynamicSharedBytes = 0, buffers, symbols = [] } = launch;
    this.#lines.push(`launch ${[word(entry), ...grid, ...block, dynamicSharedBytes].join(' ')}`);
    if (cluster !== undefined) this.#lines.push(`cluster ${cluster.join(' ')}`);
    if (isCooperative) this.#lines.push('cooperative');
    if (launch.programmaticStreamSerialization) this.#lines.push('overlapping');
    for (const [i, buffer] of buffers.entries()) {
      const bytes = bufferBytes(buffer, `buffers[${i}]`);
      if (!bytes.ok) throw new Error(bytes.error.message);
      const offset = buffer.init.kind === 'zeros' ? ZEROS : this.#offsetOf(bytes.value);
      this.#lines.push(`buffer ${bytes.value.length} ${offset} ${buffer.output ? 1 : 0}`);
    }
    for (const [i, { fields = [] }] of buffers.entries()) this.#stored(i, fields, launch);
    for (const symbol of symbols) this.#symbol(symbol);
    this.#lines.push(...deviceParams(launch).flatMap(paramLines));
    for (const [name, bytes] of Object.entries(globals)) this.#lines.push(`global ${word(name)} ${bytes}`);
    this.#lines.push('run');
  }

  /** Addresses and tensor maps in a buffer: as those of a parameter that is a struct. */
  #stored(buffer: number, fields: readonly StoredValue[], launch: Launch): void {
    const end = fields.reduce((most, field) => Math.max(most, field.offset + TENSOR_MAP_BYTES), 0);
    const [stored] = deviceParams({ ...launch, params: [{ kind: 'struct', sizeBytes: end, fields }] });
    if (stored.kind !== 'bytes') return;
    for (const { offset, ...of } of stored.addresses)
      this.#lines.push(`storedAt ${buffer} ${offset} ${place({ offset, ...of })}`);
    for (const { offset, tensor, map } of stored.maps)
      this.#lines.push(`storedMapAt ${buffer} ${offset} ${place(tensor)} ${mapNumbers(map).join(' ')}`);
  }

  /** The bytes of a captured variable. Throws where something else fills it. */
  #symbol({ name, init, fields = [] }: SymbolSpec): void {
    if (init.kind !== 'bytes' || fields.length > 0) throw new Error(`the variable ${name} holds more than bytes`);
    this.#lines.push(`symbol ${word(name)} ${init.bytes.length} ${this.#offsetOf(init.bytes)}`);
  }

  #offsetOf(bytes: Uint8Array): number {
    const key = createHash('sha256').update(bytes).digest('hex');
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const offset = this.#size;
    this.#offsets.set(key, offset);
    this.#data.push(bytes);
    this.#size += bytes.length;
    return offset;
  }
}

/** A name may come from anywhere: white space in it would be further words, or lines, of the job. */
function word(name: string): string {
  if (name === '' || /\s/.test(name)) throw new Error(`${JSON.stringify(name.slice(0, 80))} is no name`);
  return name;
}

const place = ({ buffer, byteOffset }: DevicePlace): string => `${buffer} ${byteOffset}`;

/** Lines of a parameter; for a struct its bytes, then its addresses and tensor maps. */
function paramLines(param: DeviceParam): string[] {
  if (param.kind === 'tensorMap') {
    return [`tensorMap ${param.pass} ${place(param.tensor)} ${mapNumbers(param.map).join(' ')}`];
  }
  if (param.kind === 'image') return [`image ${param.texels.buffer} ${imageNumbers(param.image).join(' ')}`];
  const hex = Buffer.from(param.bytes).toString('hex');
  return [
    `bytes ${hex}`,
    ...param.addresses.map(address => `pointerAt ${address.offset} ${place(address)}`),
    ...param.maps.map(({ offset, tensor, map }) => `mapAt ${offset} ${place(tensor)} ${mapNumbers(map).join(' ')}`),
  ];
}

/** Rank and lists, then the enumerations. */
const mapNumbers = ({ type, dims, stridesBytes, box, elementStrides, im2col, ...modes }: DeviceTensorMap): number[] => [
  ...[type, dims.length],
  ...[dims, stridesBytes, box, elementStrides].flat(),
  ...[modes.interleave, modes.swizzle, modes.l2Promotion, modes.oobFill, im2col ? 1 : 0],
  ...(im2col ? [...im2col.lowerCorner, ...im2col.upperCorner, im2col.channelsPerPixel, im2col.pixelsPerColumn] : []),
];

const imageNumbers = (image: DeviceImage): number[] => [
  ...[image.isSurface ? 1 : 0, image.format, image.channels, image.texelBytes],
  ...[...image.extent, image.layers, image.addressMode, image.filter, image.flags],
];
