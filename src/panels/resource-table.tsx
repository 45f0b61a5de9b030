/** What the compiler made of each variant: registers, shared memory, and how many CTAs an SM holds of it. */

import { bytes, count, MISSING } from '../base/numbers.ts';
import { VariantBadge } from '../pictures/badges.tsx';
import type { VariantLetter } from '../pictures/records.ts';
import { TableHead } from '../pictures/table-head.tsx';
import css from './resource-table.module.css';
import table from './table.module.css';

export interface ResourceRow {
  readonly badge: VariantLetter;
  readonly title: string;
  /** '128 × 128, 3 stages'. */
  readonly build: string;
  /** Null where no build is recorded. */
  readonly resources: {
    readonly threads: number;
    /** Of a thread at the launch. */
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

/** A region that scrolls must be reachable by keyboard, and keep the arrow keys. */
const SCROLLS_BY_KEY = { tabIndex: 0, 'data-own-keys': true };

const HEAD = ['Threads', 'Registers', 'Spilled', 'Shared', 'CTAs/SM'];

export const ResourceTable = ({ rows, by }: ResourceTableProps) => (
  <section className="sideways" aria-label="Resources of each version" {...SCROLLS_BY_KEY}>
    <table className={`${table.titled} ${css.figures}`}>
      <caption>
        <strong>Resources</strong> of a CTA, as {by} compiled it
      </caption>
      <TableHead names={['Version', ...HEAD]} />
      <tbody>
        {rows.map(row => (
          <Row key={row.badge} {...row} />
        ))}
      </tbody>
    </table>
  </section>
);

const Row = ({ badge, title, build, resources }: ResourceRow) => (
  <tr>
    <th scope="row">
      <VariantBadge letter={badge} size={16} /> {title} <span className={css.share}>{build}</span>
    </th>
    {figuresOf(resources).map((figure, i) => (
      <td key={HEAD[i]}>{figure}</td>
    ))}
  </tr>
);

function figuresOf(resources: ResourceRow['resources']): string[] {
  if (resources === null) return HEAD.map(() => MISSING);
  const { threads, registers, spillBytes, sharedBytes, ctasPerSm } = resources;
  return [count(threads), count(registers), bytes(spillBytes), bytes(sharedBytes), count(ctasPerSm)];
}
