/** A history of recorded runs: transpositions on an NVIDIA H200, once. */

import { runHistoryFigure } from '../run-history/figure.ts';
import type { HistoryPoint } from '../run-history/records.ts';
import { orderedSamples } from '../sample-strip/sample-order.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';
import recorded from './recorded-samples.json' with { type: 'json' };

function pointOf(samplesNs: readonly number[]): HistoryPoint {
  const { median, q1, q3 } = orderedSamples(samplesNs).statistics;
  return { medianNs: median, q1Ns: q1, q3Ns: q3 };
}

export const runHistoryCases: readonly PictureCase[] = [
  pictureCase({
    id: 'run-history',
    title: 'The first run of a history',
    blurb: 'Medians of one problem on one GPU, run by run: each variant has a marker and a colour of its own.',
    unbanked: true,
    view: { source: 'measured', width: 560, highlight: { cell: { row: 1, column: 0 }, bank: null } },
    figureIn: view =>
      runHistoryFigure(
        {
          title: 'History on NVIDIA H200',
          text: 'steady, 4096 × 4096',
          runs: ['2026-11-20 20:15'],
          series: recorded.steady.map(({ variant, samplesNs }) => ({ name: variant, points: [pointOf(samplesNs)] })),
        },
        view,
      ),
  }),
];
