/** What of the softmax lies under products, by the model and on a GPU: a row for each version and source. */
import {
  type HiddenShares,
  type HiddenSoftmax,
  hiddenShares,
  hiddenSoftmax,
  hidingNames,
} from '../../model/attention/hidden-softmax.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import type { Span } from '../../trace/span.ts';

export interface HiddenRow {
  readonly side: PipelineSide;
  readonly source: 'predicted' | 'measured';
  readonly shares: HiddenShares;
  /** 'consumer 1: softmax of k1 runs under v0'. */
  readonly example: string;
}

export function hiddenRows(side: PipelineSide): HiddenRow[] {
  const row = (source: HiddenRow['source'], spans: Iterable<Span>): HiddenRow[] => {
    const all = hiddenSoftmax(spans);
    const shares = hiddenShares(all);
    return shares === null ? [] : [{ side, source, shares, example: exampleOf(all) }];
  };
  return [...row('predicted', side.run.spans), ...(side.measured === null ? [] : row('measured', side.measured.spans))];
}

/** Of the first warpgroup, once the pipeline is under way. */
function exampleOf(all: readonly HiddenSoftmax[]): string {
  const [first] = all;
  const shown = all.find(({ role, under }) => role === first.role && under !== null);
  const names = shown && hidingNames(shown);
  if (shown === undefined || names === null || names === undefined) return 'none under a product of its own warpgroup';
  return `${shown.role}: softmax of ${names.block} runs under ${names.product}`;
}
