/** One pattern under all its names, each to copy. */
import type { Swizzle } from '../../model/layout/swizzle.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { MISSING } from '../../panels/numbers.ts';
import { CopyText } from './copy-text.tsx';
import css from './names-panel.module.css';
import { type NamesRow, namesRows } from './names-rows.ts';

interface NamesPanelProps {
  readonly tile: SwizzledTile;
  /** Null for a formula that is no swizzle. */
  readonly swizzle: Swizzle | null;
}

export const NamesPanel = ({ tile, swizzle }: NamesPanelProps) => (
  <section className={css.panel} aria-label="The same pattern elsewhere">
    <h2>The same pattern elsewhere</h2>
    {swizzle === null ? (
      <p className={css.none}>This formula XORs no address bits by others: it has no other name.</p>
    ) : (
      <dl className={css.rows}>
        {namesRows(tile, swizzle).map(row => (
          <Row key={row.name} {...row} />
        ))}
      </dl>
    )}
  </section>
);

const Row = ({ name, text, note }: NamesRow) => (
  <div className={css.row}>
    <dt>{name}</dt>
    <dd>
      <span>
        {text === null ? MISSING : <code>{text}</code>} {note !== '' && <small>{note}</small>}
      </span>
      {text !== null && <CopyText name={name} text={text} />}
    </dd>
  </div>
);
