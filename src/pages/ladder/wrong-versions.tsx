/** The versions that are wrong on purpose, each with the fault that is found, and where to see it found. */
import { versionOf } from '../../kernels/attention/variants.ts';
import { FoldedPart } from '../../panels/folded-part.tsx';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { Link } from '../kit/link.tsx';
import css from './ladder-page.module.css';
import { FOUND, WRONG, type Wrong, wrongWords } from './wrong-rows.ts';

/** Where the flaw shows: some need rows that see few keys. */
const SIZES: Readonly<Partial<Record<Wrong['id'], Readonly<Record<string, string>>>>> = {
  'no-empty-row-guard': { causal: 'causal', queries: '150', keys: '90' },
  'early-values': { causal: 'causal', queries: '200', keys: '200' },
};
const searchOf = (id: Wrong['id']) => ({ v: `${id},${versionOf(id)}`, headDim: '64', ...SIZES[id] });

export const WrongVersions = () => (
  <FoldedPart title="Wrong on purpose" note="what the emulator finds in each version with a mistake">
    <DataTable
      caption="Versions that are wrong on purpose"
      columns={COLUMNS}
      rows={WRONG}
      rowKey={({ id }) => id}
      className={css.sentences}
    />
  </FoldedPart>
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
  { key: 'does', name: 'What it does', isText: true, cell: wrongWords },
];
