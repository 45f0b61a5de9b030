/** Swizzles one after another: the matrix over F2 that they make together, its inverse, and the code for both. */

import { useMemo } from 'react';
import { ok } from '../../base/result.ts';
import type { Refusable } from '../../model/layout/layout-error.ts';
import { type SwizzleChain, swizzleChain } from '../../model/layout-steps/swizzle-chain.ts';
import { readChain } from '../../model/layout-text/read-chain.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { bitMatrixFigure, bitMatrixTable } from '../../pictures/bit-matrix/figure.ts';
import { BitMatrixPicture } from '../../pictures/bit-matrix/index.tsx';
import type { BitMatrixRecords } from '../../pictures/records.ts';
import { CheckList } from './check-list.tsx';
import { LayoutField } from './layout-field.tsx';
import type { Shown } from './layouts-files.ts';
import css from './layouts-page.module.css';
import { MatrixTable } from './matrix-table.tsx';
import { useLastGood, type ViewProps } from './use-layouts.ts';
import { useStageHeight } from './use-stage-height.ts';

export function SwizzlesView(props: ViewProps) {
  const { state, update, header } = props;
  const answer = useMemo(() => chainOf(state.chain), [state.chain]);
  const good = useLastGood(answer);
  return (
    <>
      {good === null && header(null)}
      <div className={css.fields}>
        <LayoutField
          label="Swizzles, the last one first"
          value={state.chain}
          placeholder="Sw<3,4,3> o Sw<2,4,3>"
          read={readChain}
          refusal={null}
          onChange={chain => update({ chain })}
        />
      </div>
      {good === null && <p className={css.stale}>No picture yet: it appears as soon as the text above can be read.</p>}
      {good && <Result {...props} good={good} />}
    </>
  );
}

function Result({ good, state, update, theme, header }: ViewProps & { readonly good: TypedChain }) {
  const records = useMemo(() => ({ of: good.text, matrix: good.matrix }), [good]);
  const scale = usePictureScale();
  const picture = { ...scale, records, theme, maxHeight: useStageHeight(), selection: state.pin };
  return (
    <div id="picture" tabIndex={-1} className={`${css.result} ${css.beside}`}>
      {header(shownOf(records, state.pin))}
      <BitMatrixPicture {...picture} source="predicted" onSelect={pin => update({ pin })} />
      <div className={css.below}>
        <MatrixTable chain={good} />
        <CheckList checks={good.checks} />
      </div>
    </div>
  );
}

interface TypedChain extends SwizzleChain {
  readonly text: string;
}

function chainOf(text: string): Refusable<TypedChain> {
  const read = readChain(text);
  return read.ok ? ok({ ...swizzleChain(read.value), text }) : read;
}

const shownOf = (records: BitMatrixRecords, selection: Shown['selection']): Shown => ({
  name: 'layouts-bit-matrix',
  title: 'Swizzles as a matrix',
  note: records.of,
  figureIn: view => bitMatrixFigure(records, view),
  selection,
  table: () => bitMatrixTable(records),
  unbanked: true,
});
