/** What reading the tile costs, with its swizzle and without one; the Swizzle page has the rest. */

import { ArrowRight } from 'lucide-react';
import { count, MISSING } from '../../base/numbers.ts';
import type { Result } from '../../base/result.ts';
import { type AccessCost, accessCost } from '../../model/swizzle/access-cost.ts';
import { requestsOf } from '../../model/swizzle/accesses.ts';
import { plainTile, type SwizzledTile } from '../../model/swizzle/tile.ts';
import table from '../../panels/table.module.css';
import { SourceBadge } from '../../pictures/badges.tsx';
import { TableHead } from '../../pictures/table-head.tsx';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import { Link } from '../kit/link.tsx';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { accessName, accessOf } from '../kit/tile/access-list.ts';
import { MOST_BASE, MOST_COLUMNS, MOST_PAD, MOST_ROWS, swizzleLink } from '../links/swizzle.ts';
import css from './panel.module.css';
import { ScrambledCauses } from './scrambled-causes.tsx';

interface ReadsPanelProps {
  readonly shown: CopyOfState;
  readonly theme: Theme;
}

export const ReadsPanel = ({ shown, theme }: ReadsPanelProps) => (
  <section className={`card ${css.panel}`} aria-label="Reading the tile">
    <div className={`row wrap ${css.head}`}>
      <h2>Reading the tile</h2>
      <SourceBadge source="predicted" />
    </div>
    <ReadsTable shown={shown} theme={theme} />
    <SwizzleLink shown={shown} />
    <ScrambledCauses />
  </section>
);

const ReadsTable = ({ shown, theme }: ReadsPanelProps) => (
  <table className={table.numbers}>
    <caption className="visually-hidden">Wavefronts of a warp’s access to the tile’s first rows</caption>
    <TableHead names={[...HEADS, shown.copy.map.swizzle === 'none' ? 'This tile' : shown.copy.map.swizzle]} />
    <tbody>
      {readRows(shown).map(row => (
        <ReadRow key={row.id} {...row} theme={theme} />
      ))}
    </tbody>
  </table>
);

const HEADS = ['Wavefronts', 'Ideal', 'No swizzle'];

interface Read {
  readonly id: string;
  readonly plain: Result<AccessCost, string>;
  readonly swizzled: Result<AccessCost, string>;
}

/** Widest row, narrowest and widest column, matrices. */
function readRows({ tile }: CopyOfState): Read[] {
  const plain = { ...plainTile(tile), padBytes: 0 };
  const ids = ['row-16', `column-${Math.max(4, tile.elementBytes)}`, 'column-16', 'ldmatrix-4'];
  return ids.map(id => ({ id, plain: costOf(plain, id), swizzled: costOf(tile, id) }));
}

const costOf = (tile: SwizzledTile, id: string): Result<AccessCost, string> =>
  accessCost(tile, requestsOf(tile, accessOf(id, [])!, { row: 0, column: 0 }));

function ReadRow({ id, plain, swizzled, theme }: Read & { readonly theme: Theme }) {
  const known = [plain, swizzled].find(cost => cost.ok);
  return (
    <tr>
      <th scope="row">{accessName(id)}</th>
      <td>{known?.ok ? count(known.value.ideal) : MISSING}</td>
      <Cost cost={plain} theme={theme} />
      <Cost cost={swizzled} theme={theme} />
    </tr>
  );
}

function Cost({ cost, theme }: { readonly cost: Result<AccessCost, string>; readonly theme: Theme }) {
  if (!cost.ok) return <td title={cost.error}>{MISSING}</td>;
  const { wavefronts, ways } = cost.value;
  const { fill, text } = degreeChip(theme, ways);
  return (
    <td>
      <span className={css.chip} style={{ background: fill, color: text }}>
        {count(wavefronts)}
      </span>
    </td>
  );
}

function SwizzleLink({ shown: { tile, swizzle } }: { readonly shown: CopyOfState }) {
  if (swizzle === null)
    return (
      <p className={`remark ${css.note}`}>
        This mode swaps halves of chunks: 16 bytes arrive swapped, and the reader sets them right.
      </p>
    );
  const { rows, columns, elementBytes, padBytes, base } = tile;
  const pad = padBytes / elementBytes;
  if (columns > MOST_COLUMNS || pad > MOST_PAD || base > MOST_BASE) return null;
  const state = {
    ...swizzleLink.defaults,
    ...{ elementBytes, columns, pad, base, swizzle },
    rows: Math.min(rows, MOST_ROWS),
  };
  return (
    <p className={`remark ${css.note}`}>
      <Link className={css.more} to="/swizzle" search={swizzleLink.encode(state)}>
        Its bits, all accesses, and a search for the best <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
      </Link>
    </p>
  );
}
