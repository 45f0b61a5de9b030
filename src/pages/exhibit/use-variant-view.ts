/** One variant's records from every source, for the state of the page; answers arrive as they are ready. */
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { emulateCta, emulateGrid } from '../../app/emulator/client.ts';
import type { CtaRun } from '../../app/emulator/jobs.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import type { Exhibit } from '../../panels/exhibit.ts';
import { BADGES, type EmulationView, type OutputView, type VariantView } from '../../panels/variant-view.ts';
import type { ExhibitState } from '../../state/exhibit-search.ts';
import { compareTraces, type TraceComparison } from '../../trace/compare.ts';
import { checkOutput } from './output-check.ts';
import { compilePtx, fetchCuda, fetchShippedPtx, type PtxText } from './ptx-source.ts';
import { sourceView } from './source-view.ts';

/** Traces of a slider's way are kept for a minute: long enough to move it back, short enough for memory. */
const KEEP_MS = 60_000;

export interface VariantRecords {
  readonly view: VariantView;
  readonly ptx: UseQueryResult<PtxText>;
  readonly cuda: string | null;
}

export const ptxKey = (kernel: Kernel, variant: string, state: Pick<ExhibitState, 'params' | 'arch'>) =>
  ['ptx', kernel.ptxPath(variant, state.params, state.arch)] as const;

/** `slot` is 0 to 3; null while the page shows fewer variants. */
export function useVariantView(
  kernel: Kernel,
  exhibit: Exhibit,
  state: ExhibitState,
  slot: number,
): VariantRecords | null {
  const variant = kernel.variants.find(v => v.id === state.variants[slot]) ?? null;
  const id = variant?.id ?? kernel.variants[0].id;
  const { params, arch, cta, side, warp, request } = state;
  const enabled = variant !== null;

  const ptx = useQuery({
    queryKey: ptxKey(kernel, id, state),
    queryFn: ({ signal }) =>
      kernel.archs.includes(arch)
        ? fetchShippedPtx(kernel, id, params, arch)
        : compilePtx(kernel, id, params, arch, signal, () => {}),
    enabled,
    placeholderData: keepPreviousData,
  });
  const cuda = useQuery({
    queryKey: ['cuda', kernel.id, id],
    queryFn: () => fetchCuda(kernel, id, params),
    enabled,
  });
  const prediction = useMemo(() => kernel.predict(id, params, cta), [kernel, id, params, cta]);
  const emulation = useCtaEmulation(kernel, id, state, ptx);
  const output = useOutput(kernel, exhibit, id, state, ptx, slot, emulation.isSuccess);
  const predicted = useMemo(
    () => sourceView(prediction.trace, side, { warp, request }),
    [prediction, side, warp, request],
  );
  const emulated = useMemo(
    () => emulationView(emulation, ptx, side, { warp, request }),
    [emulation, ptx, side, warp, request],
  );
  return useMemo(() => {
    if (!variant) return null;
    const view: VariantView = {
      badge: BADGES[slot],
      id,
      title: variant.title,
      summary: variant.summary,
      mustFail: variant.mustFail ?? null,
      tile: prediction.tile,
      sharedBytes: prediction.sharedBytes,
      predicted,
      emulated,
      output,
    };
    return { view, ptx, cuda: cuda.data ?? null };
  }, [variant, slot, id, prediction, predicted, emulated, output, ptx, cuda.data]);
}

type CtaAnswer = CtaRun & { readonly ptx: string; readonly comparison: TraceComparison };

/** One CTA on the emulator, compared with the model at the same parameters, so that an older answer stays consistent. */
function useCtaEmulation(
  kernel: Kernel,
  id: string,
  state: ExhibitState,
  ptx: UseQueryResult<PtxText>,
): UseQueryResult<CtaAnswer> {
  const { params, cta } = state;
  const text = ptx.isPlaceholderData ? undefined : ptx.data;
  return useQuery({
    queryKey: ['cta', text?.identity, params, cta],
    queryFn: async () => {
      const launch = kernel.launch(id, params);
      const run = await emulateCta({
        ptx: text?.text ?? '',
        launch,
        cta,
        sharedBaseBytes: kernel.sharedBaseBytes(params),
      });
      if (!run.ok) throw new StageError(run.error.stage, run.error.message);
      return {
        ...run.value,
        ptx: text?.text ?? '',
        comparison: compareTraces(kernel.predict(id, params, cta).trace, run.value.trace),
      };
    },
    enabled: text !== undefined,
    gcTime: KEEP_MS,
    placeholderData: keepPreviousData,
  });
}

class StageError extends Error {
  readonly stage: string;
  constructor(stage: string, message: string) {
    super(message);
    this.stage = stage;
  }
}

function emulationView(
  query: UseQueryResult<CtaAnswer>,
  ptx: UseQueryResult<PtxText>,
  side: ExhibitState['side'],
  place: { warp: number; request: number },
): EmulationView {
  if (ptx.error) return { state: 'failed', stage: 'compile', message: ptx.error.message };
  if (query.error) return { state: 'failed', stage: stageOf(query.error), message: query.error.message };
  if (!query.data) return { state: 'running' };
  const { trace, faults, comparison, ptx: executed, instructions } = query.data;
  const stale = query.isPlaceholderData || ptx.isPlaceholderData;
  const view = sourceView(trace, side, place);
  return { state: 'done', view, faults, comparison, ptx: executed, instructions, stale };
}

const stageOf = (error: Error): string => (error instanceof StageError ? error.stage : 'worker');

/** The whole grid, after the pictures have what they need. */
function useOutput(
  kernel: Kernel,
  exhibit: Exhibit,
  id: string,
  state: ExhibitState,
  ptx: UseQueryResult<PtxText>,
  slot: number,
  enabled: boolean,
): OutputView {
  const { params } = state;
  const queries = useQueryClient();
  const launch = useMemo(() => kernel.launch(id, params), [kernel, id, params]);
  const total = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const [done, setDone] = useState(0);
  const text = ptx.isPlaceholderData ? undefined : ptx.data;
  const query = useQuery({
    queryKey: ['grid', text?.identity, launch],
    queryFn: async ({ signal }) => {
      setDone(0);
      const shape = exhibit.output(params);
      const run = await emulateGrid(
        `grid ${slot}`,
        { ptx: text?.text ?? '', launch, output: shape.buffer },
        setDone,
        signal,
      );
      if (!run.ok) throw new Error(run.error.message);
      const expected = await queries.fetchQuery({
        queryKey: ['reference', kernel.id, params],
        queryFn: () => kernel.reference(params).get(shape.buffer) ?? new Uint8Array(),
        gcTime: KEEP_MS,
      });
      return checkOutput(run.value.output, expected, shape);
    },
    enabled: enabled && text !== undefined,
    gcTime: KEEP_MS,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (query.error) return { state: 'failed', message: query.error.message };
    if (!query.data) return { state: 'running', done, total };
    return { state: 'done', check: query.data, stale: query.isPlaceholderData };
  }, [query.error, query.data, query.isPlaceholderData, done, total]);
}
