/** Result of the compiler for each variant: registers, shared memory, and how many CTAs fit on an SM. */

import { bytes, count, MISSING } from '../base/numbers.ts';
import { VariantBadge } from '../pictures/badges.tsx';
import type { VariantLetter } from '../pictures/records.ts';
import { DataTable } from './kit/data-table.tsx';
import type { Column } from './kit/table-columns.ts';

export interface ResourceRow {
  readonly badge: VariantLetter;
  readonly title: string;
  /** '128 × 128, 3 stages'. */
  readonly build: string;
  /** Null where no build is recorded. */
  readonly resources: {
    readonly threads: number;
    /** Registers of a thread at the launch. */
    readonly registers: number;
    readonly spillBytes: number;
    readonly sharedBytes: number;
    readonly ctasPerSm: number;
  } | null;
}

interface ResourceTableProps {
  readonly rows: readonly ResourceRow[];
  /** 'ptxas 13.0.88 for sm_90a'. */
  readonly by: string;
}

export const ResourceTable = ({ rows, by }: ResourceTableProps) => (
  <DataTable
    isTitled
    label="Resources of each version"
    caption={
      <>
        <strong>Resources</strong> of a CTA, as {by} compiled it
      </>
    }
    columns={COLUMNS}
    rows={rows}
    rowKey={({ badge }) => badge}
  />
);

type Resources = NonNullable<ResourceRow['resources']>;

const figure = (name: string, key: keyof Resources, text: (figure: number) => string): Column<ResourceRow> => ({
  key,
  name,
  cell: ({ resources }) => (resources === null ? MISSING : text(resources[key])),
});

const COLUMNS: readonly Column<ResourceRow>[] = [
  {
    key: 'version',
    name: 'Version',
    cell: ({ badge, title, build }) => (
      <>
        <VariantBadge letter={badge} size={16} /> {title} <span className="muted">{build}</span>
      </>
    ),
  },
  figure('Threads', 'threads', count),
  figure('Registers', 'registers', count),
  figure('Spilled', 'spillBytes', bytes),
  figure('Shared', 'sharedBytes', bytes),
  figure('CTAs/SM', 'ctasPerSm', count),
];
