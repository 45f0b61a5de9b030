/** Output of the kernel's printf calls, in the order of execution, each with its thread. */
import { useMemo, useState } from 'react';
import { count } from '../../../base/numbers.ts';
import { ExportMenu } from '../../../panels/kit/export-menu.tsx';
import { tableItems } from '../../../panels/kit/exports.ts';
import { ScrollRegion } from '../../../panels/kit/scroll-region.tsx';
import { fileStem } from '../findings/finding-files.ts';
import { whoWords } from '../findings/finding-words.ts';
import { type PlacedPrint, printsWith, printTable } from './prints.ts';
import css from './results.module.css';
import type { RunTabProps } from './run-tab.ts';

/** More is of no use on a page; the files have all. */
const SHOWN = 1000;

export function PrintTab({ result }: RunTabProps) {
  const { prints, printsCut } = result.inspection.emulation;
  const [words, setWords] = useState('');
  const found = useMemo(() => printsWith(prints, words), [prints, words]);
  if (prints.length === 0) return <p className="caption">The kernel printed nothing.</p>;
  const items = tableItems('Output', 'a row each', () => ({
    name: `${fileStem(result.document.title)}-printed`,
    table: () => printTable(found),
  }));
  return (
    <>
      <div className={`row wrap ${css.head}`}>
        <Search words={words} onWords={setWords} />
        <p className="caption">
          {count(found.length)} of {count(prints.length)} lines
        </p>
        <ExportMenu items={items} />
      </div>
      {printsCut && (
        <p className="tinted" data-tone="warn">
          The kernel printed more: only the first 1 MiB of text is kept.
        </p>
      )}
      <Lines prints={found.slice(0, SHOWN)} />
      {found.length > SHOWN && <p className="caption">{count(found.length - SHOWN)} more are in the files.</p>}
    </>
  );
}

const Search = ({ words, onWords }: { readonly words: string; readonly onWords: (words: string) => void }) => (
  <input
    type="search"
    aria-label="Text or thread to look for"
    placeholder="text, or CTA 0, warp 3"
    value={words}
    onChange={event => onWords(event.target.value)}
  />
);

const Lines = ({ prints }: { readonly prints: readonly PlacedPrint[] }) => (
  <ScrollRegion label="Printed lines" className={css.prints}>
    <ol>
      {prints.map(({ who, text, place }) => (
        <li key={place}>
          <span>{whoWords(who)}</span>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  </ScrollRegion>
);
