/** Compares the results of the same launches on a GPU and on the emulator, byte by byte. */
import { createHash } from 'node:crypto';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { ELEMENT_BYTES } from '../../src/trace/launch.ts';
import type { ReplayLaunch, ReplayModule } from './replay-launch.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Contents = ReadonlyMap<string, Uint8Array>;

/** The bytes of those outputs of the launch that are compared, one after another. */
const outputBytes = ({ launch, compared }: ReplayLaunch, contents: Contents): Uint8Array =>
  Buffer.concat(
    launch.buffers
      .filter(({ name, output }) => output && (compared?.includes(name) ?? true))
      .map(({ name }) => contents.get(name)!),
  );

/**
 * Cuts the output of `replay` into launches, and gives the outputs of each: all compared ones as one, and every one by
 * name.
 */
export function* gpuOutputs(
  modules: readonly ReplayModule[],
  bytes: Uint8Array,
): Generator<{ readonly launch: ReplayLaunch; readonly output: Uint8Array; readonly contents: Contents }> {
  let at = 0;
  for (const launch of modules.flatMap(({ launches }) => launches)) {
    const contents = new Map<string, Uint8Array>();
    for (const { name, type, length, output } of launch.launch.buffers) {
      if (!output) continue;
      contents.set(name, bytes.subarray(at, at + length * ELEMENT_BYTES[type]));
      at += length * ELEMENT_BYTES[type];
    }
    yield { launch, output: outputBytes(launch, contents), contents };
  }
  if (at !== bytes.length) throw new Error(`${bytes.length} bytes where the launches make ${at}`);
}

/** The same from the emulator. Throws if a launch does not run to its end. */
export function* emulatedOutputs(modules: readonly ReplayModule[]): Generator<{
  readonly launch: ReplayLaunch;
  readonly output: Uint8Array;
}> {
  for (const { name, ptx, launches } of modules) {
    const module = parseModule(ptx);
    if (!module.ok) throw new Error(`${name}: line ${module.error.line}: ${module.error.message}`);
    for (const launch of launches) {
      const run = emulate(module.value, launch.launch, { check: false });
      if (!run.ok) throw new Error(`${launch.id}: ${run.error.message}`);
      if (!run.value.ok) throw new Error(`${launch.id}: ${run.value.faults[0].message}`);
      yield { launch, output: outputBytes(launch, run.value.buffers) };
    }
  }
}

/** 64-bit words of an instruction's outputs. */
export const wordsOf = (output: Uint8Array): BigUint64Array => new BigUint64Array(Uint8Array.from(output).buffer);
