/** What the kernel printed, in the order of execution, with who printed it. */
import { useMemo, useState } from 'react';
import controls from '../../../panels/controls.module.css';
import { ExportMenu } from '../../../panels/export-menu.tsx';
import { count } from '../../../panels/numbers.ts';
import type { Table } from '../../../pictures/view.ts';
import type { Print } from '../../../trace/print.ts';
import { fileStem } from '../findings/finding-files.ts';
import { whoWords } from '../findings/finding-words.ts';
import { tableItems } from './export-items.ts';
import css from './results.module.css';
import type { RunTabProps } from './run-tab.ts';

/** More is of no use on a page; the files have all. */
const SHOWN = 1000;

export function PrintTab({ run }: RunTabProps) {
  const { prints, printsCut } = run.inspection.emulation;
  const [words, setWords] = useState('');
  const found = useMemo(() => printsWith(prints, words), [prints, words]);
  if (prints.length === 0) return <p className={css.note}>The kernel printed nothing.</p>;
  return (
    <>
      <div className={css.head}>
        <input
          type="search"
          className={controls.select}
          aria-label="Text or thread to look for"
          placeholder="text, or CTA 0, warp 3"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        <p className={css.note}>
          {count(found.length)} of {count(prints.length)} lines
        </p>
        <ExportMenu items={tableItems('Output', `${fileStem(run.document.title)}-printed`, () => printTable(found))} />
      </div>
      {printsCut && (
        <p className={css.problem}>More was printed than is kept: what came after 1 MiB of text is missing.</p>
      )}
      <ol className={css.prints}>
        {found.slice(0, SHOWN).map(({ who, text, place }) => (
          <li key={place}>
            <span>{whoWords(who)}</span>
            <code>{text}</code>
          </li>
        ))}
      </ol>
      {found.length > SHOWN && <p className={css.note}>{count(found.length - SHOWN)} more are in the files.</p>}
    </>
  );
}

interface PlacedPrint extends Print {
  /** Among all that was printed, from 0. */
  readonly place: number;
}

/** Those with the words in their text or thread, in any case. */
export function printsWith(prints: readonly Print[], words: string): readonly PlacedPrint[] {
  const wanted = words.trim().toLowerCase();
  const placed = prints.map((print, place) => ({ ...print, place }));
  if (wanted === '') return placed;
  return placed.filter(({ who, text }) => `${text}\n${whoWords(who)}`.toLowerCase().includes(wanted));
}

const printTable = (prints: readonly Print[]): Table => ({
  columns: ['cta', 'warp', 'lane', 'text'],
  rows: prints.map(({ who, text }) => [`${who.cta}`, `${who.warp}`, `${who.lane}`, text]),
});
