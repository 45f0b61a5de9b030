/** The pictures of all tiles that one score goes through: what is pointed at in one is ringed in all of them. */
import { useMemo, useState } from 'react';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { ChunkTile } from '../../pictures/chunk-tile/index.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { ThreadValue } from '../../pictures/thread-value/index.tsx';
import type { Highlight } from '../../pictures/view.ts';
import { blockOf, cellIn, type Lit, litAt, type OperandPicture, operandPictures } from './operand-pictures.ts';
import css from './operand-tiles.module.css';

interface OperandTilesProps {
  readonly picked: Lit;
  readonly onPick: (lit: Lit) => void;
  readonly theme: Theme;
}

const HIGHEST_PX = 360;

export function OperandTiles({ picked, onPick, theme }: OperandTilesProps) {
  const [pointed, setPointed] = useState<Lit | null>(null);
  const scale = usePictureScale();
  const [row, key, column] = [picked.row, picked.key, picked.column].map(blockOf);
  const pictures = useMemo(() => operandPictures({ row, key, column }), [row, key, column]);
  const propsOf = (picture: OperandPicture) => ({
    theme,
    ...scale,
    source: 'predicted' as const,
    maxHeight: HIGHEST_PX,
    highlight: pointed === null ? null : { cell: cellIn(picture, pointed), bank: null },
    selection: cellIn(picture, picked),
    onHover: (to: Highlight) => setPointed(to?.cell ? litAt(picture, to.cell, picked) : null),
    onSelect: (to: Cell | null) => {
      if (to !== null) onPick(litAt(picture, to, picked));
    },
  });
  // Arrow keys go on from what is pointed at: at first, from what was chosen.
  const pointFirst = (): void => setPointed(at => at ?? picked);
  return (
    <div className={css.tiles} onFocusCapture={pointFirst}>
      {pictures.map(picture =>
        picture.kind === 'tile' ? (
          <ChunkTile key={picture.id} {...propsOf(picture)} records={picture.records} />
        ) : (
          <ThreadValue key={picture.id} {...propsOf(picture)} records={picture.records} />
        ),
      )}
    </div>
  );
}
