/** One pattern under all its names, each to copy. */

import { ArrowRight } from 'lucide-react';
import { MISSING } from '../../base/numbers.ts';
import type { UnitName } from '../../model/swizzle/swizzle-names.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { Breakable } from '../../panels/breakable.tsx';
import { CopyIcon } from '../../panels/kit/copying.tsx';
import { FactList } from '../../panels/kit/fact-list.tsx';
import { Link } from '../kit/link.tsx';
import { mapSearch } from './map-of-tile.ts';
import css from './names-panel.module.css';
import { type NamesRow, namesRows } from './names-rows.ts';
import { unnamedWords } from './pattern-names.ts';
import type { Tiles } from './tile-of-state.ts';

interface NamesPanelProps {
  readonly tiles: Tiles;
  /** Unit of the bit diagram. */
  readonly unit: UnitName;
}

export const NamesPanel = ({ tiles, unit }: NamesPanelProps) => (
  <section className="card panel" aria-label="The same pattern elsewhere">
    <h2 className="head">The same pattern elsewhere</h2>
    {tiles.swizzle === null ? (
      <p className="dim">{unnamedWords(tiles)}</p>
    ) : (
      <FactList
        look="ruled"
        className={css.names}
        facts={namesRows(tiles.after, tiles.swizzle).map(row => ({
          name: row.name,
          value: <Name {...row} />,
          isLit: row.unit === unit,
        }))}
      />
    )}
    {tiles.swizzle !== null && <MapLink tile={{ ...tiles.after, pattern: { kind: 'xor', swizzle: tiles.swizzle } }} />}
  </section>
);

function MapLink({ tile }: { readonly tile: SwizzledTile }) {
  const search = mapSearch(tile);
  if (search === null) return null;
  return (
    <Link className="onward" to="/tensor-map" search={search}>
      Its tensor map, and the copy chunk by chunk <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
    </Link>
  );
}

const Name = ({ name, text, note }: NamesRow) => (
  <span className="row spread">
    <span>
      {text === null ? (
        MISSING
      ) : (
        <code>
          <Breakable text={text} />
        </code>
      )}{' '}
      {note !== '' && <small>{note}</small>}
    </span>
    {text !== null && <CopyIcon name={name} text={text} />}
  </span>
);
