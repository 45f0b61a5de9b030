/** The versions that are wrong on purpose, each with the fault that is found, and where to see it found. */
import { variants, versionOf } from '../../kernels/attention/variants.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { Link } from '../kit/link.tsx';

const WRONG = variants.flatMap(variant => ('mustFail' in variant ? [variant] : []));
type Wrong = (typeof WRONG)[number];

const FOUND: Readonly<Record<Wrong['mustFail'], string>> = {
  wrongAnswer: 'wrong elements of O',
  race: 'a race: keys overwritten while a product reads them',
  deadlock: 'a deadlock, with who waits for whom',
  missingFence: 'a missing proxy fence, at its line',
};

/** `no-empty-row-guard` needs rows without keys. */
const searchOf = (id: string) => ({
  v: `${id},${versionOf(id as Wrong['id'])}`,
  headDim: '64',
  ...(id === 'no-empty-row-guard' && { causal: 'causal', queries: '150', keys: '90' }),
});

export const WrongVersions = () => (
  <DataTable
    isTitled
    label="Versions that are wrong on purpose"
    caption={
      <>
        <strong>Wrong on purpose</strong>: what the emulator finds in each
      </>
    }
    columns={COLUMNS}
    rows={WRONG}
    rowKey={({ id }) => id}
  />
);

const COLUMNS: readonly Column<Wrong>[] = [
  {
    key: 'version',
    name: 'Version',
    cell: ({ id, title }) => (
      <Link to="/banks/$kernel" params={{ kernel: 'attention' }} search={searchOf(id)}>
        {title}
      </Link>
    ),
  },
  { key: 'found', name: 'What is found', isText: true, cell: ({ mustFail }) => FOUND[mustFail] },
  { key: 'does', name: 'What it does', isText: true, cell: ({ summary }) => summary.replace('Known wrong: ', '') },
];
