/** One variant's records from every source, for the state of the page; answers arrive as they are ready. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Params } from '../../contract/param-field.ts';
import { isShipped } from '../../kernels/compile-params.ts';
import type { Kernel, Prediction } from '../../kernels/kernel.ts';
import type { Exhibit } from '../../panels/exhibit.ts';
import { BADGES, type VariantView } from '../../panels/variant-view.ts';
import { compilePtx, fetchShippedPtx, type PtxText } from '../../services/ptx-source.ts';
import type { ExhibitState } from '../../state/exhibit-link.ts';
import { TraceBuilder } from '../../trace/access-trace.ts';
import { sourceView } from './source-view.ts';
import { type LatestAnswer, useAnswer } from './use-answer.ts';
import { type EmulatedProgram, useCtaEmulation, useOutput } from './use-emulation.ts';

export interface VariantRecords {
  readonly view: VariantView;
  readonly ptx: LatestAnswer<PtxText>;
}

const NOTHING: Prediction = { trace: new TraceBuilder().finish(), tile: null, sharedBytes: 0 };

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
  const { arch, side, warp, request } = state;
  const shared = useOwnParams(kernel, id, state.params);
  const params = useOwnParams(kernel, id, withOwn(exhibit, state, slot));
  const isApart = params !== shared && JSON.stringify(params) !== JSON.stringify(shared);
  const refusal = useMemo(
    () => kernel.refusal(id, params) ?? kernel.shortfall(id, params, arch),
    [kernel, id, params, arch],
  );
  const enabled = variant !== null && refusal === null;
  const tooLarge = useMemo(() => kernel.tooLarge(params)?.message ?? null, [kernel, params]);
  const isDrawn = refusal === null && tooLarge === null;

  const ptx = useAnswer(
    useQuery({
      queryKey: ptxKey(kernel, id, { params, arch }),
      queryFn: ({ signal }) =>
        kernel.archs.includes(arch) && isShipped(kernel, params)
          ? fetchShippedPtx(kernel, id, params, arch)
          : compilePtx(kernel, id, params, arch, signal, () => {}),
      enabled,
      placeholderData: keepPreviousData,
    }),
  );
  // A variant that refuses has no launch; what stands in for it is not run.
  const runnable = refusal === null ? id : kernel.variants[0].id;
  const launch = useMemo(() => kernel.launch(runnable, params), [kernel, runnable, params]);
  // Variants may cut the same work into different numbers of CTAs.
  const cta = Math.min(state.cta, launch.grid[0] * launch.grid[1] * launch.grid[2] - 1);
  const prediction = useMemo(
    () => (variant === null ? null : isDrawn ? kernel.predict(id, params, cta) : NOTHING),
    [variant, isDrawn, kernel, id, params, cta],
  );
  const program: EmulatedProgram = {
    text: enabled && isDrawn && !ptx.isStale ? ptx.data : undefined,
    launch,
    sharedBaseBytes: kernel.sharedBaseBytes(params),
  };
  const emulated = useCtaEmulation(program, prediction, ptx, { ...state, cta });
  const question = { kernel, variant: id, params, shape: exhibit.output(id, params), slot };
  const output = useOutput(program, question, emulated.state === 'done');
  const predicted = useMemo(
    () => prediction && sourceView(prediction.trace, side, { warp, request }),
    [prediction, side, warp, request],
  );
  return useMemo(() => {
    if (!variant || !prediction || !predicted) return null;
    const view: VariantView = {
      badge: BADGES[slot],
      id,
      title: variant.title,
      summary: variant.summary,
      mustFail: variant.mustFail ?? null,
      ...{ refusal, tooLarge, isApart },
      tile: prediction.tile,
      sharedBytes: prediction.sharedBytes,
      predicted,
      emulated: isDrawn ? emulated : { state: 'failed', stage: 'variant', message: refusal ?? tooLarge ?? '' },
      output,
    };
    return { view, ptx };
  }, [variant, slot, id, refusal, tooLarge, isApart, isDrawn, prediction, predicted, emulated, output, ptx]);
}

/** The link's parameters, with the number that the variant at this place has for itself. */
function withOwn({ perVariant }: Exhibit, { params, own }: ExhibitState, slot: number): Params {
  const value = own[slot] ?? null;
  return perVariant === undefined || value === null ? params : { ...params, [perVariant]: value };
}

/** The parameters as one variant sees them, the same object while only others change: those hold their defaults here. */
function useOwnParams(kernel: Kernel, id: string, params: Params): Params {
  const others = kernel.fields.filter(field => field.variants?.includes(id) === false);
  const own = { ...params, ...Object.fromEntries(others.map(({ name }) => [name, kernel.defaults[name]])) };
  const key = JSON.stringify(own);
  return useMemo(() => JSON.parse(key) as Params, [key]);
}
