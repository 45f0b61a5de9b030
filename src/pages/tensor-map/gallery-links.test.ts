/** Links from pictures of boxes lead to what the picture shows. */
import { expect, test } from 'vitest';
import { exhibitLinkOf } from '../../gallery/links.ts';
import { tensorBoxCases } from '../../pictures/cases/tensor-box-cases.ts';
import { chunkTileFigure } from '../../pictures/chunk-tile/figure.ts';
import { tensorBoxFigure } from '../../pictures/tensor-box/figure.ts';
import { themes } from '../../pictures/theme.ts';
import { defaultView } from '../../pictures/view.ts';
import { copyOfState, tensorRecords, tileRecords } from '../kit/tensor-map/copy-of-state.ts';
import { tensorMapLink } from '../links/tensor-map.ts';

const view = defaultView(themes.light, 'predicted', 600);

const isBox = ({ id }: { readonly id: string }): boolean => id.startsWith('tensor-box');

test.each(tensorBoxCases.filter(isBox).map(({ id, figureIn }) => ({ id, figureIn })))('$id', ({ id, figureIn }) => {
  const state = tensorMapLink.stateOf(exhibitLinkOf(id)!.search);
  const shown = copyOfState(state);
  expect(shown.breaches).toEqual([]);
  const figure = tensorBoxFigure(tensorRecords(state, shown, state.at ?? shown.bytes.chunks, null), view);
  const wanted = figureIn(view);
  expect([figure.detail, figure.table()]).toEqual([wanted.detail, wanted.table()]);
});

test('chunk-tile-copied', () => {
  const { id, figureIn } = tensorBoxCases.find(each => !isBox(each))!;
  const state = tensorMapLink.stateOf(exhibitLinkOf(id)!.search);
  const shown = copyOfState(state);
  const records = tileRecords(state, shown, state.at!, null);
  const wanted = figureIn(view);
  expect(chunkTileFigure(records, view).scene.layers).toEqual(wanted.scene.layers);
});
