/** How far the count is, and what it took in when it is done. */
import { Play, Square } from 'lucide-react';
import { count } from '../../base/numbers.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import css from './statistics-page.module.css';
import type { Counting } from './use-statistics.ts';

export function CountingStatus({ counting }: { counting: Counting }) {
  const { isRunning, extent, error, statistics, cancel, run } = counting;
  const isWhole = statistics !== undefined && extent === 'all';
  return (
    <div className={`row wrap prose ${css.status}`} data-failed={error !== null || undefined}>
      {isRunning && <Progress counting={counting} />}
      <p role="status">{statusWords(counting)}</p>
      {isRunning && (
        <button type="button" className="button" onClick={cancel}>
          <Square size={14} strokeWidth={1.75} aria-hidden /> Cancel
        </button>
      )}
      {!isRunning && !isWhole && (
        <button type="button" className="button primary" onClick={run}>
          <Play size={14} strokeWidth={1.75} aria-hidden /> Count again
        </button>
      )}
    </div>
  );
}

const Progress = ({ counting: { progress } }: { counting: Counting }) => (
  <progress
    aria-label="Permutations planned"
    max={progress?.total ?? 1}
    {...(progress === null ? {} : { value: progress.done })}
  />
);

function statusWords({ isRunning, extent, error, statistics, progress }: Counting): string {
  const far = progress === null ? '' : `${count(progress.done)} of ${count(progress.total)}`;
  if (isRunning) return far === '' ? 'Counting …' : `Planned ${far}`;
  if (error !== null) return error.message;
  if (statistics !== undefined && extent === 'all') return takenWords(statistics);
  if (statistics !== undefined && extent === 'part')
    return `Cancelled: these are the first ${count(statistics.cases.length)} of ${count(progress!.total)}.`;
  return far === '' ? 'Cancelled.' : `Cancelled after ${far}.`;
}

function takenWords({ cases, blocks }: Statistics): string {
  const shared = cases.filter(({ block }) => block !== null).length;
  const rest = cases.length - shared;
  const through = `${count(shared)} of ${count(cases.length)} go through shared memory, in ${count(blocks.length)} different blocks.`;
  if (rest === 0) return through;
  return `${through} ${rest === 1 ? 'The other one moves' : `The other ${count(rest)} move`} whole lines, or nothing.`;
}
