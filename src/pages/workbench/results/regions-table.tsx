/** Table of the regions of shared memory, so that the bank map of an unknown kernel has names. */
import { count, MISSING } from '../../../base/numbers.ts';
import { DataTable } from '../../../panels/kit/data-table.tsx';
import type { Column } from '../../../panels/kit/table-columns.ts';
import type { Access } from '../../../trace/access-trace.ts';
import { REGION_SOURCE_WORDS, type SharedRegion, slotsWith } from '../../../trace/shared-region.ts';

export function RegionsTable({ regions }: { readonly regions: readonly SharedRegion[] }) {
  if (regions.length === 0) return null;
  return (
    <details>
      <summary>
        Shared memory: {count(regions.length)} {regions.length === 1 ? 'region' : 'regions'}
      </summary>
      <DataTable
        look="list"
        label="Regions of shared memory"
        caption="Regions of shared memory"
        columns={COLUMNS}
        rows={regions}
        rowKey={({ name }) => name}
      />
    </details>
  );
}

/** ', in a[2], b[0] and 3 more', or '' for other memory and where nothing is known. */
export function regionWords({ space, address }: Access, regions: readonly SharedRegion[]): string {
  if (space !== 'shared') return '';
  const names = slotsWith(
    regions,
    address.filter(at => at >= 0),
  );
  if (names.length === 0) return '';
  const others = names.length > MOST_PLACES ? ` and ${count(names.length - MOST_PLACES)} more` : '';
  return `, in ${names.slice(0, MOST_PLACES).join(', ')}${others}`;
}

const MOST_PLACES = 4;

function placesText(offsets: readonly number[]): string {
  const shown = offsets.slice(0, MOST_PLACES).map(count).join(', ');
  return offsets.length > MOST_PLACES ? `${shown}, … (${count(offsets.length)})` : shown;
}

/** Contents without the region's name, which is shown beside it. */
const holdsText = ({ name, holds }: SharedRegion): string => holds.filter(of => of !== name).join(', ') || MISSING;

const rowWords = ({ rowBytes }: SharedRegion): string => (rowBytes === 0 ? '' : `rows of ${count(rowBytes)} B`);

const COLUMNS: readonly Column<SharedRegion>[] = [
  { key: 'name', name: 'Region', isText: true, cell: ({ name }) => name },
  { key: 'holds', name: 'Holds', isText: true, cell: holdsText },
  { key: 'from', name: 'From byte', isText: true, cell: ({ offsets }) => placesText(offsets) },
  { key: 'bytes', name: 'Bytes', cell: ({ sizeBytes }) => count(sizeBytes) },
  { key: 'elements', name: 'Elements', isText: true, cell: ({ types }) => types.join(', ') || MISSING },
  {
    key: 'swizzle',
    name: 'Swizzle',
    isText: true,
    cell: ({ swizzle }) => swizzle ?? MISSING,
    cellHint: rowWords,
  },
  { key: 'by', name: 'Known from', isText: true, cell: ({ by }) => REGION_SOURCE_WORDS[by] },
];
