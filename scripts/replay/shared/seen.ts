/** What noting kernels left on a GPU, as the evidence keeps it. */
import { gpuOutputs, sha256 } from '../compare.ts';
import { kernelEvidence, type SharedSeen } from '../evidence.ts';
import type { NotingModule } from './noting-replays.ts';
import { differences, told } from './told.ts';

/** So many of a launch say what is wrong. */
const MOST_TOLD = 20;

/** `written`: by `replay`. What the modules do not launch stays as `before` has it. */
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

/** A kernel that notes has the results of the kernel itself. */
const resultsOf = (id: string, output: Uint8Array): string[] =>
  sha256(output) === kernelEvidence().outputs[id] ? [] : ['its outputs are not those of the kernel'];
