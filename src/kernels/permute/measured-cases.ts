/** Recorded times of the permutations that statistics are made over, by the strategy that lays their blocks. */
import { product } from '../../model/permute/permutation.ts';
import type { CaseFigures, LayoutFigures, Statistics } from '../../model/permute/statistics/statistics.ts';
import { STRATEGIES } from '../../model/permute/strategies.ts';
import { type RunRecord, sameParams } from '../../trace/run-record.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { type PermuteParams, schema } from './params.ts';
import { STRATEGY_OF, variants } from './variants.ts';

export interface MeasuredMove {
  /** The strategy, or what moves without a block: `tile`, `rows`. */
  readonly name: string;
  /** null of what moves without a block. */
  readonly layout: LayoutFigures | null;
  readonly record: RunRecord;
  /** Its variant, where it is not the strategy's own: layouts that are alike are launched alike, and measured once. */
  readonly launchedAs: string | null;
  readonly medianNs: number;
  /** Useful ones: each element is read once and written once. */
  readonly bytesPerSecond: number;
}

export interface MeasuredCase {
  readonly case: CaseFigures;
  /** Moves in the order of the plan's strategies. */
  readonly moves: readonly MeasuredMove[];
}

export interface MeasuredSet {
  readonly gpu: string;
  /** Cases that were measured. */
  readonly cases: readonly MeasuredCase[];
}

/** Wavefronts per wavefront without a conflict, of stores and loads together; 1 where shared memory is not touched. */
export const waysOf = ({ store, load }: LayoutFigures): number =>
  (store.wavefronts + load.wavefronts) / Math.max(1, store.ideal + load.ideal) || 1;

/** Right variants that are no strategy of the plan; typed pads belong to the user. */
const WITHOUT_BLOCK = variants
  .filter(variant => !('mustFail' in variant) && !Object.hasOwn(STRATEGY_OF, variant.id) && variant.id !== 'yours')
  .map(({ id }): string => id);

/** Names that have a time, in the order of the plan's strategies, then what moves without a block. */
export function namesIn({ cases }: MeasuredSet): string[] {
  const found = new Set(cases.flatMap(({ moves }) => moves.map(({ name }) => name)));
  return [...STRATEGIES.keys(), ...WITHOUT_BLOCK].filter(name => found.has(name));
}

/**
 * Measured cases of the GPU that measured the most of them, with back-to-back launches: the newest run of each variant; null
 * if none did. `records` are of this kernel.
 */
export function measuredSet(statistics: Statistics, records: readonly RunRecord[]): MeasuredSet | null {
  const gpus = [...new Set(records.map(({ gpu }) => gpu.name))];
  const sets = gpus.map((gpu): MeasuredSet => {
    const own = byPermutation(records.filter(record => record.gpu.name === gpu));
    const cases = statistics.cases.map(each => {
      const known = own.get(permutationKey(each.shape.join(), each.perm.join())) ?? [];
      return { case: each, moves: known.length === 0 ? [] : movesOf(statistics, each, known) };
    });
    return { gpu, cases: cases.filter(({ moves }) => moves.length > 0) };
  });
  return sets.reduce<MeasuredSet | null>((a, b) => (b.cases.length > (a?.cases.length ?? 0) ? b : a), null);
}

const permutationKey = (shape: string, perm: string): string => `${shape} by ${perm}`;

/** Thousands of cases are looked up. */
function byPermutation(records: readonly RunRecord[]): ReadonlyMap<string, readonly RunRecord[]> {
  const found = new Map<string, RunRecord[]>();
  for (const record of records) {
    const key = permutationKey(String(record.params.shape), String(record.params.perm));
    found.set(key, [...(found.get(key) ?? []), record]);
  }
  return found;
}

/** Parameters with which the exhibit opens for this case. */
function paramsOf({ shape, perm }: CaseFigures, { options }: Statistics): PermuteParams {
  const { elementBytes, targetElements, sharedBytes } = options;
  return schema.parse({
    ...{ shape: shape.join(','), perm: perm.join(','), elementBytes },
    ...{ target: targetElements ?? 0, sharedKiB: sharedBytes / 1024 },
  });
}

function movesOf(statistics: Statistics, each: CaseFigures, records: readonly RunRecord[]): MeasuredMove[] {
  const params = paramsOf(each, statistics);
  const runs = records.filter(record => record.method === 'steady' && sameParams(record.params, params));
  const bytes = 2 * product(each.shape) * statistics.options.elementBytes;
  const moveOf = (name: string, layout: LayoutFigures | null, ids: readonly string[]): MeasuredMove[] => {
    const record = ids.map(id => newestOf(runs, id)).find(found => found !== null);
    if (record?.outcome.kind !== 'timed') return [];
    const { median } = sampleStatistics(record.outcome.samplesNs);
    const launchedAs = record.variant === ids[0] ? null : record.variant;
    return [{ name, layout, record, launchedAs, medianNs: median, bytesPerSecond: (bytes / median) * 1e9 }];
  };
  const layouts = each.block === null ? [] : statistics.blocks[each.block].layouts;
  return [
    ...layouts.flatMap(layout => moveOf(layout.strategy, layout, variantsOf(layout))),
    ...WITHOUT_BLOCK.flatMap(id => moveOf(id, null, [id])),
  ];
}

const newestOf = (runs: readonly RunRecord[], variant: string): RunRecord | null =>
  runs.reduce<RunRecord | null>((a, b) => (b.variant === variant && b.date > (a?.date ?? '') ? b : a), null);

/** The strategy's own variant, then one that is launched alike. */
const variantsOf = ({ strategy, sameAs }: LayoutFigures): string[] =>
  [strategy, sameAs].flatMap(name =>
    Object.entries(STRATEGY_OF).flatMap(([id, other]) => (other === name ? [id] : [])),
  );
