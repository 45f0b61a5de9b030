/** What this machine has built (and, once it has a GPU, run): the server's history, newest first. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchMachine } from '../../app/server.ts';
import { fetchBuilds } from '../../app/server-api.ts';
import type { CompileRequest, HistoryEntry } from '../../contract/api.ts';
import controls from '../../panels/controls.module.css';
import { bytes, count, MISSING } from '../../panels/numbers.ts';
import page from '../page.module.css';
import css from './runs-page.module.css';

export function RunsPage() {
  const machine = useQuery({ queryKey: ['machine'], queryFn: fetchMachine });
  return (
    <div className={page.page}>
      <h1>Runs and builds</h1>
      <p className={page.lede}>{machineWords(machine)}</p>
      {machine.data && <History />}
    </div>
  );
}

function machineWords({
  data,
  error,
  isPending,
}: {
  data?: Awaited<ReturnType<typeof fetchMachine>> | undefined;
  error: Error | null;
  isPending: boolean;
}): string {
  if (error) return `The server did not answer: ${error.message}`;
  if (isPending) return 'Asking the server …';
  if (!data)
    return 'This page is static: kernels come with their compiled PTX and nothing is built here. Start Lanescape with npm start, and open the link that it prints, to compile on your machine.';
  const nvcc = data.nvcc
    ? `nvcc ${data.nvcc.version} found: kernels can be recompiled.`
    : 'No nvcc: the shipped PTX is used.';
  const gpus = data.gpus.map(gpu => `${gpu.name} (${gpu.arch}, driver ${gpu.driver})`).join(', ');
  return `${nvcc} ${gpus || 'No GPU: timings come from recorded runs'}. Recorded runs: ${count(data.recordedRuns)}.`;
}

function History() {
  const history = useInfiniteQuery({
    queryKey: ['builds'],
    queryFn: ({ pageParam }) => fetchBuilds(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: last => last.next,
    staleTime: 0,
  });
  const entries = history.data?.pages.flatMap(p => p.entries) ?? [];
  if (history.error) return <p role="alert">The history could not be read: {history.error.message}</p>;
  if (history.isPending) return <p>Reading the history …</p>;
  if (entries.length === 0) return <p>Nothing was built yet. The source pane of an exhibit compiles its variants.</p>;
  return (
    <>
      <div className={css.scroll}>
        <table className={css.table}>
          <caption className="visually-hidden">Builds, newest first</caption>
          <thead>
            <tr>
              {['Date', 'Kernel', 'Parameters', 'Target', 'Outcome', 'Registers', 'Shared', 'Spills', 'Took'].map(
                name => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {entries.map(entry => (
              <HistoryRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      {history.hasNextPage && (
        <button type="button" className={controls.button} onClick={() => history.fetchNextPage()}>
          Older builds
        </button>
      )}
    </>
  );
}

function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const { request, outcome, durationMs } = entry;
  const numbers = numbersOf(entry);
  return (
    <tr>
      <td>{new Date(entry.date).toLocaleString()}</td>
      <td>{entry.kind === 'source' ? entry.request.name : `${entry.request.kernel} / ${entry.request.variant}`}</td>
      <td>
        <code>
          {entry.kind === 'source' ? `text ${entry.request.textHash.slice(0, 8)}` : paramWords(entry.request)}
        </code>
      </td>
      <td>{request.arch}</td>
      <td className={outcome.kind === 'built' ? css.good : css.bad}>
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
