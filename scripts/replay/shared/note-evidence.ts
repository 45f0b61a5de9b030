/** Notes that noting kernels left on a GPU, in the form of the evidence. */
import { gpuOutputs, sha256 } from '../compare.ts';
import { kernelEvidence, type SharedSeen } from '../evidence.ts';
import { differences, told } from './note-text.ts';
import type { NotingModule } from './noting-replays.ts';

/** The most differences that are listed for one launch. */
const MOST_TOLD = 20;

/** @param written output of `replay`. @param before keeps its entries for launches that the modules do not contain. */
export function sharedSeen(modules: readonly NotingModule[], written: Uint8Array, before: SharedSeen): SharedSeen {
  const notings = new Map(modules.flatMap(module => module.notings).map(noting => [noting.id, noting]));
  const launches = new Map(Object.entries(before.launches));
  const found = new Map(Object.entries(before.differences));
  for (const { launch, output, contents } of gpuOutputs(modules, written)) {
    const noting = notings.get(launch.id)!;
    const seen = noting.seen(contents);
    launches.set(launch.id, told(seen, noting.instructions));
    found.delete(launch.id);
    const wrong = [...resultsOf(launch.id, output), ...differences(seen, noting.emulated(), noting.traced.shape)];
    if (wrong.length > 0) found.set(launch.id, [`${wrong.length} in all`, ...wrong.slice(0, MOST_TOLD)]);
  }
  return { launches: Object.fromEntries(launches), differences: Object.fromEntries(found) };
}

/** A noting kernel must give the same results as the kernel itself. */
const resultsOf = (id: string, output: Uint8Array): string[] =>
  sha256(output) === kernelEvidence().outputs[id] ? [] : ['its outputs are not those of the kernel'];
