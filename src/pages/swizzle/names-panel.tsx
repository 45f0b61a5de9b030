/** One pattern under all its names, each to copy. */

import { ArrowRight } from 'lucide-react';
import { MISSING } from '../../base/numbers.ts';
import type { UnitName } from '../../model/swizzle/swizzle-names.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { CopyIcon } from '../../panels/kit/copying.tsx';
import { Link } from '../kit/link.tsx';
import { mapSearch } from './map-of-tile.ts';
import css from './names-panel.module.css';
import { type NamesRow, namesRows } from './names-rows.ts';
import { unnamedWords } from './pattern-names.ts';
import type { Tiles } from './tile-of-state.ts';

interface NamesPanelProps {
  readonly tiles: Tiles;
  /** That of the bit diagram. */
  readonly unit: UnitName;
}

export const NamesPanel = ({ tiles, unit }: NamesPanelProps) => (
  <section className={`card ${css.panel}`} aria-label="The same pattern elsewhere">
    <h2>The same pattern elsewhere</h2>
    {tiles.swizzle === null ? (
      <p className={css.none}>{unnamedWords(tiles)}</p>
    ) : (
      <dl>
        {namesRows(tiles.after, tiles.swizzle).map(row => (
          <Row key={row.name} {...row} isShown={row.unit === unit} />
        ))}
      </dl>
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

const Row = ({ name, text, note, isShown }: NamesRow & { readonly isShown: boolean }) => (
  <div className={`stack ${css.row}`} data-shown={isShown || undefined}>
    <dt>{name}</dt>
    <dd>
      <span>
        {text === null ? MISSING : <code>{text}</code>} {note !== '' && <small>{note}</small>}
      </span>
      {text !== null && <CopyIcon name={name} text={text} />}
    </dd>
  </div>
);
