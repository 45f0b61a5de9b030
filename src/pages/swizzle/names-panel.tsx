/** One pattern under all its names, each to copy. */
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import type { UnitName } from '../../model/swizzle/names.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { MISSING } from '../../panels/numbers.ts';
import { CopyText } from '../tile/copy-text.tsx';
import { mapSearch } from './map-of-tile.ts';
import css from './names-panel.module.css';
import { type NamesRow, namesRows } from './names-rows.ts';

interface NamesPanelProps {
  readonly tile: SwizzledTile;
  /** Null for a formula that is no swizzle. */
  readonly swizzle: Swizzle | null;
  /** That of the bit diagram. */
  readonly unit: UnitName;
}

export const NamesPanel = ({ tile, swizzle, unit }: NamesPanelProps) => (
  <section className={css.panel} aria-label="The same pattern elsewhere">
    <h2>The same pattern elsewhere</h2>
    {swizzle === null ? (
      <p className={css.none}>This formula XORs no address bits by others: it has no other name.</p>
    ) : (
      <dl className={css.rows}>
        {namesRows(tile, swizzle).map(row => (
          <Row key={row.name} {...row} isShown={row.unit === unit} />
        ))}
      </dl>
    )}
    {swizzle !== null && <MapLink tile={{ ...tile, pattern: { kind: 'xor', swizzle } }} />}
  </section>
);

function MapLink({ tile }: { readonly tile: SwizzledTile }) {
  const search = mapSearch(tile);
  if (search === null) return null;
  return (
    <Link className={css.map} to="/tensor-map" search={search as never}>
      Its tensor map, and the copy chunk by chunk <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
    </Link>
  );
}

const Row = ({ name, text, note, isShown }: NamesRow & { readonly isShown: boolean }) => (
  <div className={css.row} data-shown={isShown || undefined}>
    <dt>{name}</dt>
    <dd>
      <span>
        {text === null ? MISSING : <code>{text}</code>} {note !== '' && <small>{note}</small>}
      </span>
      {text !== null && <CopyText name={name} text={text} />}
    </dd>
  </div>
);
