/** Throughput by size, a table for each GPU: numbers on bars whose full width is what the GPU's maker states. */
import { BookOpen } from 'lucide-react';
import { SourceBadge } from '../pictures/badges.tsx';
import css from './performance-tables.module.css';

interface Cell {
  readonly tflops: number;
  /** For the tooltip; '' for none. */
  readonly detail: string;
}

export interface Performance {
  readonly gpu: string;
  /** What 100 % stands for. */
  readonly maxTflops: number;
  readonly source: 'measured' | 'published';
  readonly provenance: string;
  readonly sizes: readonly number[];
  /** Null is not measured yet. */
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | null)[] }[];
}

export const PerformanceTables = ({ tables }: { readonly tables: readonly Performance[] }) => (
  <section className={css.tables} aria-label="Throughput by size">
    {tables.map(table => (
      <PerformanceTable key={table.gpu} {...table} />
    ))}
  </section>
);

/** A region that scrolls must be reachable by keyboard, and keep the arrow keys. */
const SCROLLS_BY_KEY = { tabIndex: 0, 'data-own-keys': true };

function PerformanceTable({ gpu, maxTflops, source, provenance, sizes, rows }: Performance) {
  return (
    <div>
      <section className={css.scroll} aria-label={`Throughput on ${gpu}`} {...SCROLLS_BY_KEY}>
        <table className={css.table} data-source={source}>
          <caption>
            <strong>{gpu}</strong> TFLOPS, and % of {maxTflops}{' '}
            {source === 'measured' ? <SourceBadge source={source} /> : <PublishedMark />}
          </caption>
          <Head sizes={sizes} />
          <tbody>
            {rows.map(row => (
              <Row key={row.name} {...row} {...{ sizes, maxTflops }} />
            ))}
          </tbody>
        </table>
      </section>
      <p className={css.provenance}>{provenance}</p>
    </div>
  );
}

const Head = ({ sizes }: Pick<Performance, 'sizes'>) => (
  <thead>
    <tr>
      <th scope="col">M = N = K</th>
      {sizes.map(size => (
        <th key={size} scope="col">
          {size}
        </th>
      ))}
    </tr>
  </thead>
);

type RowProps = Performance['rows'][number] & Pick<Performance, 'sizes' | 'maxTflops'>;

const Row = ({ name, cells, sizes, maxTflops }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    {cells.map((cell, i) => (
      <td key={sizes[i]}>{cell ? <Bar {...cell} max={maxTflops} /> : '— not measured yet'}</td>
    ))}
  </tr>
);

/** No source of this project: neither a source's glyph nor its colour. */
const PublishedMark = () => (
  <span className={css.published}>
    <BookOpen size={13} strokeWidth={1.75} aria-hidden /> Published
  </span>
);

function Bar({ tflops, detail, max }: Cell & { readonly max: number }) {
  const percent = (100 * tflops) / max;
  return (
    <span className={css.cell} title={detail || undefined}>
      <span className={css.number}>
        {tflops.toFixed(1)} <span className={css.share}>({percent.toFixed(1)} %)</span>
      </span>
      <span className={css.track} aria-hidden>
        <span className={css.bar} style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
    </span>
  );
}
