/** A run as JSON: the answer of the command's `pipeline`. */
import type { PipelineRun } from './pipeline-run.ts';

/** `busy`: the share of the time in which each unit worked, 0 to 1. */
export function runJson({ totalClk, busyClk, deadlock, ...run }: PipelineRun): object {
  const share = (clk: number): number => (totalClk === 0 ? 0 : clk / totalClk);
  const { copy, tensor, exp, issue } = busyClk;
  return {
    totalClk,
    bound: run.bound,
    busy: { copy: share(copy), tensor: share(tensor), exp: share(exp), issue: share(issue) },
    limitClk: run.limitClk,
    landedBytes: run.landedBytes,
    storedBytes: run.storedBytes,
    flop: run.flop,
    deadlock,
    faults: run.faults,
    // All spans are predicted, and in clk, so neither is repeated.
    spans: run.spans.map(({ unit: _unit, source: _source, ...span }) => span),
  };
}
