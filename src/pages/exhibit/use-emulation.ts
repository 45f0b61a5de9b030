/** Asks the emulator about a variant: the chosen CTA at once, and the whole grid's output when the controls rest. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Params } from '../../contract/param-field.ts';
import type { Kernel, Prediction } from '../../kernels/kernel.ts';
import type { OutputShape } from '../../panels/exhibit.ts';
import type { RequestPlace } from '../../panels/requests.ts';
import type { EmulationView, OutputView } from '../../panels/variant-view.ts';
import { emulateCta, emulateGrid } from '../../services/emulator/client.ts';
import { isTooLarge, launchText, rest, TOO_LARGE } from '../../services/emulator/emulation-questions.ts';
import type { CtaRun } from '../../services/emulator/jobs.ts';
import type { PtxText } from '../../services/ptx-source.ts';
import type { ExhibitState } from '../../state/exhibit-link.ts';
import { compareTraces, type TraceComparison } from '../../trace/compare.ts';
import type { Launch } from '../../trace/launch.ts';
import { checkOutput } from './output-check.ts';
import { sourceView } from './source-view.ts';
import { type LatestAnswer, useAnswer } from './use-answer.ts';

/** Traces of a slider's way are kept for a minute: long enough to move it back, short enough for memory. */
const KEEP_MS = 60_000;

/** A slider on its way asks for no outputs. */
const REST_MS = 150;

/** All that an emulation depends on: a parameter that changes none of it changes no emulation. */
export interface EmulatedProgram {
  /** Undefined while it is on its way. */
  readonly text: PtxText | undefined;
  readonly launch: Launch;
  readonly sharedBaseBytes: number;
}

type CtaAnswer = CtaRun & { readonly ptx: string; readonly comparison: TraceComparison };

/** One CTA on the emulator, compared with the model at the same parameters, so that an older answer stays consistent. */
export function useCtaEmulation(
  { text, launch, sharedBaseBytes }: EmulatedProgram,
  prediction: Prediction | null,
  ptx: LatestAnswer<PtxText>,
  { cta, side, warp, request }: ExhibitState,
): EmulationView {
  const answer = useAnswer(
    useQuery({
      queryKey: ['cta', text?.identity, launchText(launch), sharedBaseBytes, cta],
      queryFn: async (): Promise<CtaAnswer> => {
        const program = text?.text ?? '';
        const run = await emulateCta({ ptx: program, launch, cta, sharedBaseBytes });
        if (!run.ok) throw new StageError(run.error.stage, run.error.message);
        return { ...run.value, ptx: program, comparison: compareTraces(prediction!.trace, run.value.trace) };
      },
      enabled: text !== undefined && prediction !== null,
      gcTime: KEEP_MS,
      placeholderData: keepPreviousData,
    }),
  );
  return useMemo(() => emulationView(answer, ptx, side, { warp, request }), [answer, ptx, side, warp, request]);
}

class StageError extends Error {
  readonly stage: string;
  constructor(stage: string, message: string) {
    super(message);
    this.stage = stage;
  }
}

function emulationView(
  answer: LatestAnswer<CtaAnswer>,
  ptx: LatestAnswer<PtxText>,
  side: ExhibitState['side'],
  place: RequestPlace,
): EmulationView {
  if (ptx.error) return { state: 'failed', stage: 'compile', message: ptx.error.message };
  if (answer.error) return { state: 'failed', stage: stageOf(answer.error), message: answer.error.message };
  if (!answer.data) return { state: 'running' };
  const { trace, faults, comparison, ptx: executed, instructions } = answer.data;
  const stale = answer.isStale || ptx.isStale;
  const view = sourceView(trace, side, place);
  return { state: 'done', view, faults, comparison, ptx: executed, instructions, stale };
}

const stageOf = (error: Error): string => (error instanceof StageError ? error.stage : 'comparison');

/**
 * Question about the output: what it is checked against, and the slot in which a newer emulation replaces an older one.
 */
interface OutputQuestion {
  readonly kernel: Kernel;
  readonly variant: string;
  readonly params: Params;
  readonly shape: OutputShape;
  readonly slot: number;
}

/** The whole grid, after the pictures have what they need. */
export function useOutput(
  { text, launch }: EmulatedProgram,
  { kernel, variant, params, shape, slot }: OutputQuestion,
  enabled: boolean,
): OutputView {
  const queries = useQueryClient();
  const total = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const [done, setDone] = useState(0);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['grid', text?.identity, launchText(launch)],
    queryFn: async ({ signal }) => {
      await rest(REST_MS, signal);
      setDone(0);
      const job = { ptx: text?.text ?? '', launch, output: shape.buffer };
      const run = await emulateGrid(`grid ${slot}`, job, ({ ctasDone }) => setDone(ctasDone), signal);
      if (!run.ok) throw new StageError(run.error.stage, run.error.message);
      const expected = await queries.fetchQuery({
        queryKey: ['reference', kernel.id, variant, params],
        queryFn: () => kernel.reference(variant, params).get(shape.buffer) ?? new Uint8Array(),
        gcTime: KEEP_MS,
      });
      return checkOutput(run.value.output, expected, shape);
    },
    enabled: enabled && !isTooLarge(shape) && text !== undefined,
    gcTime: KEEP_MS,
    placeholderData: keepPreviousData,
  });
  const failure = isTooLarge(shape) ? TOO_LARGE : error?.message;
  const isLost = error !== null && stageOf(error) === 'worker';
  return useMemo(() => {
    if (failure !== undefined) return { state: 'failed', message: failure, isLost };
    if (!data) return { state: 'running', done, total };
    return { state: 'done', check: data, stale: isPlaceholderData };
  }, [failure, isLost, data, isPlaceholderData, done, total]);
}

/** Asks again for every emulation on screen that has failed: the next question gets a new worker. */
export function useRestart(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.resetQueries({
      predicate: ({ queryKey: [kind], state }) => (kind === 'cta' || kind === 'grid') && state.status === 'error',
    });
}
