/** Builds of this machine: the server's history, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { bytes, count, MISSING, utcMinute } from '../../base/numbers.ts';
import type { CompileRequest, HistoryEntry } from '../../contract/api.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
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
        <button type="button" className="button" onClick={() => history.fetchNextPage()}>
          Older builds
        </button>
      )}
    </>
  );
}

const BuildTable = ({ entries }: { readonly entries: readonly HistoryEntry[] }) => (
  <DataTable
    label="Builds"
    caption="Builds, newest first"
    columns={COLUMNS}
    rows={entries}
    rowKey={({ id }) => id}
    className={css.wraps}
  />
);

type Numbers = Readonly<Record<'registers' | 'sharedBytes' | 'spillStoreBytes' | 'spillLoadBytes', number>>;

const ofNumbers = (text: (numbers: Numbers) => string) => (entry: HistoryEntry) => {
  const numbers = numbersOf(entry);
  return numbers === null ? MISSING : text(numbers);
};

const COLUMNS: readonly Column<HistoryEntry>[] = [
  { key: 'date', name: 'Date, UTC', cell: ({ date }) => utcMinute(date) },
  {
    key: 'kernel',
    name: 'Kernel',
    isText: true,
    cell: entry =>
      entry.kind === 'source' ? entry.request.name : `${entry.request.kernel} / ${entry.request.variant}`,
  },
  {
    key: 'parameters',
    name: 'Parameters',
    isText: true,
    cell: entry => (
      <code>{entry.kind === 'source' ? `text ${entry.request.textHash.slice(0, 8)}` : paramWords(entry.request)}</code>
    ),
  },
  { key: 'target', name: 'Target', isText: true, cell: ({ request }) => request.arch },
  { key: 'outcome', name: 'Outcome', isText: true, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  { key: 'registers', name: 'Registers', cell: ofNumbers(({ registers }) => count(registers)) },
  { key: 'shared', name: 'Shared', cell: ofNumbers(({ sharedBytes }) => bytes(sharedBytes)) },
  {
    key: 'spills',
    name: 'Spills',
    cell: ofNumbers(({ spillStoreBytes, spillLoadBytes }) => bytes(spillStoreBytes + spillLoadBytes)),
  },
  { key: 'took', name: 'Took', cell: ({ durationMs }) => `${(durationMs / 1000).toPrecision(2)} s` },
];

const Outcome = ({ outcome }: Pick<HistoryEntry, 'outcome'>) => (
  <span className={outcome.kind === 'built' ? 'good' : 'bad'}>
    {outcome.kind === 'built' ? `nvcc ${outcome.nvcc}` : `${outcome.at}: ${outcome.message}`}
  </span>
);

const paramWords = ({ params }: CompileRequest): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** Report of ptxas on the entry; null for a text with several entries. */
function numbersOf({ outcome }: HistoryEntry): Numbers | null {
  if (outcome.kind !== 'built') return null;
  if (!('entries' in outcome)) return outcome;
  const [only, ...others] = outcome.entries;
  return only && others.length === 0 ? only : null;
}
