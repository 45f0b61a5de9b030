/** Records that the permutation's pictures draw, from parameters and variants. */
import { LINE_BYTES } from '../../base/hardware.ts';
import { type Axes, defaultAxes, parseAxes } from '../../model/permute/axis-language.ts';
import { modeNames } from '../../model/permute/mode-names.ts';
import { ctasPerSm } from '../../model/permute/occupancy.ts';
import type { Subject } from '../../panels/exhibit.ts';
import { blockView, chosenRequest, permutedBlock } from '../../panels/permute/block-records.ts';
import type { StrategyRow } from '../../panels/permute/strategy-rows.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import type { AxisRibbonRecords, PaddingScheduleRecords, PermutedBlock } from '../../pictures/permute/records.ts';
import type { VariantLetter } from '../../pictures/records.ts';
import type { Params } from '../kernel.ts';
import { inTitles, variantTitle } from './exhibit-text.tsx';
import { jobOf, type PermuteJob } from './job.ts';
import { layoutFor } from './layouts.ts';
import { movers } from './movers.ts';
import { schema } from './params.ts';
import { type PermuteVariant, STRATEGY_OF, variants } from './variants.ts';

export interface JobDrawing {
  readonly job: PermuteJob;
  readonly ribbon: AxisRibbonRecords;
  /** Blocks by the letter of the variant on screen; variants that move no block through shared memory are left out. */
  readonly blocks: ReadonlyMap<VariantLetter, PermutedBlock>;
  readonly letters: ReadonlyMap<string, VariantLetter>;
  readonly axes: Readonly<Record<'input' | 'output', Axes>>;
  readonly lineCount: number;
}

/** A variant on screen; what else is known of it changes nothing that is drawn here. */
export type ShownVariant = Pick<VariantView, 'id' | 'badge'>;

export function drawnOf(params: Params, views: readonly ShownVariant[]): JobDrawing {
  const job = jobOf(schema.parse(params));
  const { plan, request } = job;
  const named = { move: plan.move, names: modeNames(plan), baseBytes: job.params.base };
  const blocks = new Map(
    views.flatMap(view => {
      const layout = layoutFor(view.id as PermuteVariant, job);
      return layout === null || layout.exchange !== null
        ? []
        : [[view.badge, permutedBlock(named, { ...view, title: variantTitle(view.id) }, layout)] as const];
    }),
  );
  const bytes = Math.max(0, ...[...blocks.values()].map(({ layout, baseBytes }) => layout.sharedBytes + baseBytes));
  return {
    job,
    ribbon: { shape: request.shape, plan },
    blocks,
    letters: new Map(views.map(({ id, badge }) => [id, badge])),
    axes: axesOf(job, named.names),
    lineCount: Math.ceil(bytes / LINE_BYTES),
  };
}

/** Axes as typed, if they fit the block; otherwise each side in its own order. */
function axesOf({ plan: { move }, params }: PermuteJob, names: readonly string[]): JobDrawing['axes'] {
  const modes = move.modes.map(({ extent }, mode) => ({ name: names[mode], extent }));
  const typed = params.axes === '' ? null : parseAxes(params.axes, modes);
  const by = (order: readonly number[]): Axes => (typed?.ok ? typed.value : defaultAxes(order, modes));
  return { input: by(move.storeOrder), output: by(move.loadOrder) };
}

/** Strategies in the table's words, in the order of the variants. */
const TABLE_STRATEGIES: ReadonlyMap<string, string> = new Map([...Object.entries(STRATEGY_OF), ['yours', 'yours']]);

/** Rows of the table; a strategy without a layout for the block says why. */
export const strategyRows = ({ job, letters }: JobDrawing, arch: string): StrategyRow[] =>
  variants.flatMap(({ id, title }) => {
    const strategy = TABLE_STRATEGIES.get(id);
    if (strategy === undefined) return [];
    const layout = layoutFor(id, job);
    const why = layout?.why ?? movers[id].refusal(job) ?? 'It has no layout for this block.';
    const isShared = layout !== null && layout.exchange === null;
    return [
      {
        ...{ id, title, strategy, layout },
        letter: letters.get(id) ?? null,
        isChosen: strategy === job.plan.chosen,
        why: inTitles(why),
        ctasPerSm: isShared ? ctasPerSm(layout.sharedBytes, arch) : null,
      },
    ];
  });

/** Schedules of the variants that have a block. The chosen request is that of the first variant that makes it. */
export function scheduleRecords(
  { blocks }: JobDrawing,
  { side }: Subject,
  views: readonly VariantView[],
): PaddingScheduleRecords | null {
  const drawn = views.flatMap(view => {
    const block = blocks.get(view.badge);
    return block ? [blockView(view, block)] : [];
  });
  if (drawn.length === 0) return null;
  const chosen = drawn.map(view => chosenRequest(side, view)).find(request => request !== null);
  return { variants: drawn.map(view => view.block), chosen: chosen ?? { side, warp: 0, k: 0 } };
}
