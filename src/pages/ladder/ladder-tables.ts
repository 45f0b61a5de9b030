/** Tables of the page as files. */
import { resourcesOf } from '../../kernels/attention/resources.ts';
import type { TableFile } from '../../panels/kit/table-text.ts';
import { hiddenRows } from './hidden-rows.ts';
import type { LadderModel } from './model.ts';
import { softmaxExample } from './softmax-example.ts';
import { FOUND, WRONG, wrongWords } from './wrong-rows.ts';

/** Shares are numbers from 0 to 1. */
export const hiddenFile = ({ sides }: Pick<LadderModel, 'sides'>): TableFile => ({
  name: 'attention-overlap',
  table: () => ({
    columns: [
      'variant',
      'version',
      'source',
      'under its own product',
      'under another’s alone',
      'under none',
      'example',
    ],
    rows: sides
      .flatMap(hiddenRows)
      .map(({ side, source, shares, example }) => [
        ...[side.letter, side.title, source],
        ...[shares.own, shares.others, shares.none],
        example,
      ]),
  }),
});

export const softmaxFile = (): TableFile => ({
  name: 'attention-online-softmax',
  table: () => ({
    columns: ['block', 'scores', 'values', 'largest', 'rescale', 'weights', 'sum', 'output'],
    rows: softmaxExample().map(({ number, scores, values, largest, rescale, weights, sum, output }) => [
      ...[number, scores.join(' '), values.join(' '), largest, rescale, weights.join(' '), sum, output],
    ]),
  }),
  json: softmaxExample,
});

export const resourcesFile = ({ variants }: Pick<LadderModel, 'variants'>): TableFile => ({
  name: 'attention-resources',
  table: () => ({
    columns: ['version', 'head dimension', 'threads', 'registers', 'bytes spilled', 'bytes shared', 'CTAs per SM'],
    rows: variants.flatMap(({ preset, variant }) => {
      const headDim = Number(variant.changes.headDim ?? 128);
      const found = resourcesOf(preset.id, headDim);
      if (found === null) return [];
      const { threads, registers, spillBytes, sharedBytes, ctasPerSm } = found;
      return [[preset.id, headDim, threads, registers, spillBytes, sharedBytes, ctasPerSm]];
    }),
  }),
});

export const wrongFile = (): TableFile => ({
  name: 'attention-wrong-on-purpose',
  table: () => ({
    columns: ['version', 'title', 'what is found', 'what it does'],
    rows: WRONG.map(wrong => [wrong.id, wrong.title, FOUND[wrong.mustFail], wrongWords(wrong)]),
  }),
});
