/** What this machine has built: the server's history, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { bytes, count, MISSING, utcMinute } from '../../base/numbers.ts';
import type { CompileRequest, HistoryEntry } from '../../contract/api.ts';
import controls from '../../panels/controls.module.css';
import { fetchBuilds } from '../../services/server/server-api.ts';
import css from './runs-page.module.css';

export function Builds() {
  const history = useInfiniteQuery({
    queryKey: ['builds'],
    queryFn: ({ pageParam }) => fetchBuilds(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: last => last.next,
    staleTime: 0,
  });
  const entries = history.data?.pages.flatMap(page => page.entries) ?? [];
  if (history.error) return <p role="alert">The history could not be read: {history.error.message}</p>;
  if (history.isPending) return <p>Reading the history …</p>;
  if (entries.length === 0) return <p>Nothing was built yet. The source pane of an exhibit compiles its variants.</p>;
  return (
    <>
      <BuildTable entries={entries} />
      {history.hasNextPage && (
        <button type="button" className={controls.button} onClick={() => history.fetchNextPage()}>
          Older builds
        </button>
      )}
    </>
  );
}

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

const COLUMNS = ['Date, UTC', 'Kernel', 'Parameters', 'Target', 'Outcome', 'Registers', 'Shared', 'Spills', 'Took'];

const BuildTable = ({ entries }: { readonly entries: readonly HistoryEntry[] }) => (
  <section className={css.scroll} aria-label="Builds" {...SCROLLS_BY_KEY}>
    <table className={css.table}>
      <caption className="visually-hidden">Builds, newest first</caption>
      <thead>
        <tr>
          {COLUMNS.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(entry => (
          <BuildRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  </section>
);

function BuildRow({ entry }: { readonly entry: HistoryEntry }) {
  const { request, outcome, durationMs } = entry;
  const numbers = numbersOf(entry);
  return (
    <tr>
      <td>{utcMinute(entry.date)}</td>
      <td>{entry.kind === 'source' ? entry.request.name : `${entry.request.kernel} / ${entry.request.variant}`}</td>
      <td>
        <code>
          {entry.kind === 'source' ? `text ${entry.request.textHash.slice(0, 8)}` : paramWords(entry.request)}
        </code>
      </td>
      <td>{request.arch}</td>
      <td className={outcome.kind === 'built' ? `good ${css.good}` : `bad ${css.bad}`}>
        {outcome.kind === 'built' ? `nvcc ${outcome.nvcc}` : `${outcome.at}: ${outcome.message}`}
      </td>
      <td>{numbers ? count(numbers.registers) : MISSING}</td>
      <td>{numbers ? bytes(numbers.sharedBytes) : MISSING}</td>
      <td>{numbers ? bytes(numbers.spillStoreBytes + numbers.spillLoadBytes) : MISSING}</td>
      <td>{(durationMs / 1000).toPrecision(2)} s</td>
    </tr>
  );
}

const paramWords = ({ params }: CompileRequest): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** What ptxas said of the entry. A text with several has no such numbers of its own. */
function numbersOf({ outcome }: HistoryEntry) {
  if (outcome.kind !== 'built') return null;
  if (!('entries' in outcome)) return outcome;
  const [only, ...others] = outcome.entries;
  return only && others.length === 0 ? only : null;
}
