/** Costs of reading the tile, with its swizzle and without one; the Swizzle page has more. */

import { ArrowRight } from 'lucide-react';
import { count, MISSING } from '../../base/numbers.ts';
import type { Result } from '../../base/result.ts';
import { type AccessCost, accessCost } from '../../model/swizzle/access-cost.ts';
import { requestsOf } from '../../model/swizzle/accesses.ts';
import { plainTile, type SwizzledTile } from '../../model/swizzle/tile.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { WaysChip } from '../../panels/kit/ways-chip.tsx';
import { SourceBadge } from '../../pictures/badges.tsx';
import type { Theme } from '../../pictures/theme.ts';
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
  <section className="card panel" aria-label="Reading the tile">
    <div className="head">
      <h2>Reading the tile</h2>
      <SourceBadge source="predicted" />
    </div>
    <ReadsTable shown={shown} theme={theme} />
    <SwizzleLink shown={shown} />
    <ScrambledCauses />
  </section>
);

const ReadsTable = ({ shown, theme }: ReadsPanelProps) => (
  <DataTable
    caption="Wavefronts of a warp’s access to the tile’s first rows"
    columns={[
      ...COLUMNS,
      costColumn('plain', 'No swizzle', theme),
      costColumn('swizzled', shown.copy.map.swizzle === 'none' ? 'This tile' : shown.copy.map.swizzle, theme),
    ]}
    rows={readRows(shown)}
    rowKey={({ id }) => id}
  />
);

const COLUMNS: readonly Column<Read>[] = [
  { key: 'access', name: 'Wavefronts', cell: ({ id }) => accessName(id) },
  {
    key: 'ideal',
    name: 'Ideal',
    cell: ({ plain, swizzled }) => {
      const known = [plain, swizzled].find(cost => cost.ok);
      return known?.ok ? count(known.value.ideal) : MISSING;
    },
  },
];

const costColumn = (key: 'plain' | 'swizzled', name: string, theme: Theme): Column<Read> => ({
  key,
  name,
  cell: ({ [key]: cost }) =>
    cost.ok ? (
      <WaysChip ways={cost.value.ways} theme={theme}>
        {count(cost.value.wavefronts)}
      </WaysChip>
    ) : (
      MISSING
    ),
  cellHint: ({ [key]: cost }) => (cost.ok ? undefined : cost.error),
});

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

function SwizzleLink({ shown: { tile, swizzle } }: { readonly shown: CopyOfState }) {
  if (swizzle === null)
    return (
      <p className={`remark ${css.note}`}>
        This mode swaps halves of chunks: 16 bytes arrive swapped, and the reader must swap them back.
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
      <Link className="onward" to="/swizzle" search={swizzleLink.encode(state)}>
        Its bits, all accesses, and a search for the best <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
      </Link>
    </p>
  );
}
