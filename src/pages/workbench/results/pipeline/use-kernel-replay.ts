/** The pipeline of a run's traced CTA: the emulator runs it once more and writes down who waits for whom. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Inspection } from '../../../../inspect/inspection.ts';
import { runOf } from '../../../../model/pipeline/run-columns.ts';
import { NOT_COMPILED, type PipelineSide } from '../../../../panels/pipeline/pipeline-side.ts';
import { kernelNameOf } from '../../../../ptx/outline/kernel-name.ts';
import { replay } from '../../../../services/emulator/inspection-client.ts';
import type { FoundRole, ReplayedLaunch } from '../../../../services/emulator/replay-job.ts';
import type { RunTabProps } from '../run-tab.ts';

/** `side`: null while it is not there yet. `problem`: why it will not come, in a sentence. */
interface KernelReplay {
  readonly side: PipelineSide | null;
  readonly roles: readonly FoundRole[];
  readonly problem: string | null;
}

const NOTHING: KernelReplay = { side: null, roles: [], problem: null };

const numbers = new WeakMap<Inspection, number>();
let runs = 0;

/** Each run has a number: its inputs would be a key of megabytes. */
function numberOf(inspection: Inspection): number {
  const known = numbers.get(inspection) ?? ++runs;
  numbers.set(inspection, known);
  return known;
}

export function useKernelReplay({ result, letter }: Pick<RunTabProps, 'result' | 'letter'>): KernelReplay {
  const { inspection, ptx, document } = result;
  const { launch, tracedCta: cta, sharedBaseBytes } = document;
  const { data, error } = useQuery({
    queryKey: ['kernel replay', numberOf(inspection)],
    queryFn: ({ signal }) => {
      const options = { cta, ...(sharedBaseBytes !== undefined && { sharedBaseBytes }) };
      return replay(`replay ${letter}`, { ptx, launch, options, scenario: null }, () => undefined, signal);
    },
    retry: false,
  });
  return useMemo(() => {
    if (error !== null) return { ...NOTHING, problem: error.message };
    if (data === undefined) return NOTHING;
    if (!data.ok) return { ...NOTHING, problem: data.error.message };
    // Arguments of a template can be longer than the panel is wide.
    const [name] = kernelNameOf(launch.entry ?? 'kernel').split('<');
    const title = `${name}, CTA ${cta}`;
    const { kernel } = data.value;
    return { side: sideOf(data.value, inspection, letter, title), roles: kernel!.roles, problem: null };
  }, [data, error, inspection, letter, launch, cta]);
}

/**
 * The side of a replay. If the checkers found nothing in the kernel, the model's own faults are left out, since it
 * knows less about the kernel.
 */
function sideOf(
  { columns, kernel }: ReplayedLaunch,
  { emulation }: Inspection,
  letter: PipelineSide['letter'],
  title: string,
): PipelineSide {
  const isClean = emulation.faults.length === 0;
  const run = runOf(isClean ? { ...columns, sums: { ...columns.sums, faults: [] } } : columns);
  return { letter, title, scenario: kernel!.scenario, source: 'emulated', run, emulated: NOT_COMPILED, measured: null };
}
