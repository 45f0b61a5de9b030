/** Two runs side by side: totals on shared axes, instruction by instruction, and the pictures of one pair on one scale. */
import { useMemo, useState } from 'react';
import { AbsentPicture } from '../../../panels/absent-picture.tsx';
import { ExportMenu } from '../../../panels/export-menu.tsx';
import { VariantBadge } from '../../../pictures/badges.tsx';
import type { Theme } from '../../../pictures/theme.ts';
import { defaultView } from '../../../pictures/view.ts';
import { fileStem } from '../findings/finding-files.ts';
import { KIND_NAMES, placeWords } from '../findings/finding-words.ts';
import { type AccessChoice, mnemonicOf, placeOf } from './access-list.ts';
import { AccessPictures } from './access-pictures.tsx';
import { accessFigures, accessRecords, type SharedAccessScale, sharedAccessScale } from './access-records.ts';
import { CostChip } from './access-tab.tsx';
import { requestWords } from './access-words.ts';
import {
  type AccessPair,
  accessPairs,
  comparedTotals,
  type FindingsApart,
  findingsApart,
  pairsTable,
  totalsTable,
  widestPair,
} from './comparison.ts';
import { pictureItems, tableItems } from './export-items.ts';
import { occurrenceOf } from './occurrences.ts';
import { PairTable } from './pair-table.tsx';
import css from './results.module.css';
import type { DoneRun } from './run-tab.ts';
import { TotalBars } from './total-bars.tsx';

interface CompareTabProps {
  readonly a: DoneRun;
  readonly b: DoneRun;
  readonly theme: Theme;
}

export function CompareTab({ a, b, theme }: CompareTabProps) {
  const totals = useMemo(() => comparedTotals(a.inspection, b.inspection), [a, b]);
  const pairs = useMemo(() => accessPairs(a, b), [a, b]);
  const apart = useMemo(() => findingsApart(a, b), [a, b]);
  const [picked, setPicked] = useState<string | null>(null);
  const pair = pairs.find(of => pairKey(of) === picked) ?? widestPair(pairs);
  const name = `${fileStem(a.document.title)}-and-${fileStem(b.document.title)}`;
  return (
    <>
      <div className={css.head}>
        <p>Worst requests, totals and findings of both runs.</p>
        <ExportMenu
          items={[
            ...(pair === null ? [] : pictureItems('Pictures', () => pictureOf(pair, { a, b, theme }, name))),
            ...tableItems('Totals', `${name}-totals`, () => totalsTable(totals)),
            ...tableItems('Accesses', `${name}-accesses`, () => pairsTable(pairs)),
          ]}
        />
      </div>
      <TotalBars totals={totals} />
      <FindingsChange apart={apart} />
      {pairs.length > 0 && <PairTable pairs={pairs} chosen={pair} onChoose={of => setPicked(pairKey(of))} />}
      {pair !== null && <PairPictures pair={pair} a={a} b={b} theme={theme} />}
    </>
  );
}

const pairKey = ({ a, b }: AccessPair): string => `${a?.key ?? ''} / ${b?.key ?? ''}`;

function FindingsChange({ apart: { gone, fresh } }: { readonly apart: FindingsApart }) {
  if (gone.length + fresh.length === 0) return <p className={css.note}>Both have the same findings.</p>;
  const list = (title: string, findings: FindingsApart['gone']) =>
    findings.length > 0 && (
      <section>
        <h3 className={css.small}>{title}</h3>
        <ul className={css.gone}>
          {findings.map(({ kind, place, message }) => (
            <li key={`${kind} ${place.line} ${place.ptxLine} ${message}`}>
              <strong>{KIND_NAMES[kind]}</strong>, {placeWords(place)}: {message}
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <>
      {list('Gone in B', gone)}
      {list('New in B', fresh)}
    </>
  );
}

const sideRecords = (choice: AccessChoice | null, { document }: DoneRun) =>
  choice && accessRecords(choice.totals.worst, document.launch);

function PairPictures({ pair, a, b, theme }: CompareTabProps & { readonly pair: AccessPair }) {
  const [ofA, ofB] = useMemo(() => [sideRecords(pair.a, a), sideRecords(pair.b, b)], [pair, a, b]);
  const scale = useMemo(() => sharedAccessScale([ofA, ofB].filter(records => records !== null)), [ofA, ofB]);
  const side = (letter: 'A' | 'B', choice: AccessChoice | null, records: typeof ofA) => (
    <section className={css.side} aria-label={`Worst request of ${letter}`}>
      <header>
        <VariantBadge letter={letter} />
        {choice && <strong>{placeWords(placeOf(choice))}</strong>}
        {choice && <CostChip occurrence={occurrenceOf(choice.totals.worst)} theme={theme} />}
      </header>
      {choice && <p className={css.note}>{requestWords(choice.totals.worst)}</p>}
      {records ? (
        <AccessPictures records={records} theme={theme} scale={scale} />
      ) : (
        <AbsentPicture title="Nothing that corresponds" why="This version makes no such access." />
      )}
    </section>
  );
  return (
    <div className={css.sides}>
      {side('A', pair.a, ofA)}
      {side('B', pair.b, ofB)}
    </div>
  );
}

const COLUMN_PX = 394;

function pictureOf({ a, b }: AccessPair, runs: CompareTabProps, name: string) {
  const { theme } = runs;
  const records = [sideRecords(a, runs.a), sideRecords(b, runs.b)];
  const scale: SharedAccessScale = sharedAccessScale(records.filter(of => of !== null));
  const columns = [a, b].flatMap((choice, at) => {
    const own = records[at];
    if (choice === null || own === null) return [];
    const view = defaultView(theme, 'emulated', COLUMN_PX);
    const title = placeWords(placeOf(choice));
    const letter = at === 0 ? ('A' as const) : ('B' as const);
    return [{ letter, title, note: mnemonicOf(choice.instruction), figures: accessFigures(own, view, scale) }];
  });
  return {
    name,
    title: `${runs.a.document.title} and ${runs.b.document.title}`,
    description: 'The worst requests of two instructions that correspond, on one scale.',
    theme,
    columns,
    unbanked: records.every(of => of?.by !== 'banks'),
  };
}
