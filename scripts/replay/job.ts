/** The job that `cuda/replay/replay.cpp` reads: what to launch, as text, and the buffers' bytes behind one another. */

import type { Launch, LaunchParam } from '../../src/trace/launch.ts';
import { bufferBytes, encodeScalar } from '../../src/trace/launch-bytes.ts';

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
    const { grid, block, dynamicSharedBytes = 0, buffers, params } = launch;
    this.#lines.push(`launch ${[entry, ...grid, ...block, dynamicSharedBytes].join(' ')}`);
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

  #param(param: LaunchParam, { buffers }: Launch): string {
    if (param.kind === 'pointer') {
      return `pointer ${buffers.findIndex(({ name }) => name === param.buffer)} ${param.byteOffset ?? 0}`;
    }
    if (param.kind !== 'scalar') throw new Error(`a ${param.kind} parameter cannot be replayed`);
    const bytes = encodeScalar(param.type, param.value, 'value');
    if (!bytes.ok) throw new Error(bytes.error.message);
    return `bytes ${Buffer.from(bytes.value).toString('hex')}`;
  }
}
