/** Tries the advice of findings: the launch again with the advised barrier or fence. */
import { AdviceTrials, type TriedAdvice } from '../src/inspect/advice/trials.ts';
import { interruptible } from './interrupt.ts';
import { type LaunchRun, type PreparedLaunch, SLICE_WARP_INSTRUCTIONS } from './launch-run.ts';

/** Tries the advice; nothing is tried after a run that did not end in its time. */
export async function tryAdvice(
  { module, launch, options: { tracedCtas: _, ...options }, endsAt }: PreparedLaunch,
  { inspection: { emulation }, stopped }: LaunchRun,
): Promise<readonly TriedAdvice[] | 'interrupted'> {
  if (stopped !== null || emulation.faults.length + emulation.hazards.length === 0) return [];
  const trials = new AdviceTrials(module, launch, options, emulation);
  return interruptible(async interrupted => {
    while (!trials.run(SLICE_WARP_INSTRUCTIONS)) {
      if (await interrupted()) return 'interrupted';
      if (performance.now() >= endsAt) trials.stop();
    }
    return trials.advice;
  });
}
