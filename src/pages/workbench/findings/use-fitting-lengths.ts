/**
 * For accesses past the end of a buffer with a guessed length: finds the first length with which a run no longer finds
 * them.
 */
import { useEffect, useState } from 'react';
import { fittingLengths } from '../../../inspect/fitting-length.ts';
import type { LengthToTry } from '../../../inspect/guessed-launch.ts';
import { inspect } from '../../../services/emulator/inspection-client.ts';
import { useWorkbench } from '../../../state/workbench-store.ts';
import { parameterNames } from '../output-checks.ts';
import type { RunResult } from '../run.ts';
import { optionsOf } from '../run-document.ts';
import type { VersionModel } from '../use-versions.ts';

/** Lengths by the fault's message. */
type Lengths = ReadonlyMap<string, LengthToTry>;

/** Longer runs are not made again. */
const MOST_WARP_INSTRUCTIONS = 1e6;

const NONE: Lengths = new Map();

export function useFittingLengths({ run: { result }, edition }: VersionModel): Lengths {
  const [fitting, setFitting] = useState<{ readonly of: RunResult; readonly lengths: Lengths } | null>(null);
  const maxSeconds = useWorkbench(state => state.maxSeconds);
  useEffect(() => {
    if (result === null || result.cut !== null || result.document.guessed.length === 0) return;
    const { faults, warpInstructions } = result.inspection.emulation;
    if (warpInstructions > MOST_WARP_INSTRUCTIONS || !faults.some(({ kind }) => kind === 'outOfBounds')) return;
    const abort = new AbortController();
    lengthsFor(result, `lengths ${edition}`, maxSeconds, abort.signal).then(
      lengths => setFitting({ of: result, lengths }),
      // A newer run took its place.
      () => {},
    );
    return () => abort.abort();
  }, [result, edition, maxSeconds]);
  return fitting !== null && fitting.of === result ? fitting.lengths : NONE;
}

function lengthsFor(result: RunResult, slot: string, maxSeconds: number, signal: AbortSignal): Promise<Lengths> {
  const { ptx, document, inspection } = result;
  const paths = { launch: document.launch, guessed: document.guessed, names: parameterNames(result) };
  return fittingLengths(inspection.emulation.faults, paths, async launch => {
    const job = { ptx, launch, options: optionsOf(document), maxSeconds };
    const run = await inspect(slot, job, () => {}, signal);
    return !run.ok || run.value.cut !== null ? null : run.value.inspection.emulation.faults;
  });
}
