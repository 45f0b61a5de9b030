/** Two runs side by side: totals on shared axes, instruction by instruction, and the pictures of one pair on one scale. */
import { useMemo, useState } from 'react';
import { ExportMenu } from '../../../panels/kit/export-menu.tsx';
import { pictureItems, tableItems } from '../../../panels/kit/exports.ts';
import type { Theme } from '../../../pictures/theme.ts';
import { defaultView } from '../../../pictures/view.ts';
import { fileStem } from '../findings/finding-files.ts';
import { KIND_NAMES, placeWords } from '../findings/finding-words.ts';
import type { ShownResult } from '../run.ts';
import { mnemonicOf, placeOf } from './access-list.ts';
import { accessFigures, type SharedAccessScale, sharedAccessScale } from './access-records.ts';
import {
  type AccessPair,
  accessPairs,
  type ComparedTotal,
  comparedTotals,
  type FindingsApart,
  findingsApart,
  pairsTable,
  totalsTable,
  widestPair,
} from './comparison.ts';
import { PairPictures, sideRecords } from './pair-pictures.tsx';
import { PairTable } from './pair-table.tsx';
import css from './results.module.css';
import { TotalBars } from './total-bars.tsx';

interface CompareTabProps {
  readonly a: ShownResult;
  readonly b: ShownResult;
  readonly theme: Theme;
}

export function CompareTab(runs: CompareTabProps) {
  const { a, b } = runs;
  const totals = useMemo(() => comparedTotals(a.inspection, b.inspection), [a, b]);
  const pairs = useMemo(() => accessPairs(a, b), [a, b]);
  const apart = useMemo(() => findingsApart(a, b), [a, b]);
  const [picked, setPicked] = useState<string | null>(null);
  const pair = pairs.find(of => pairKey(of) === picked) ?? widestPair(pairs);
  return (
    <>
      <div className={`row wrap ${css.head}`}>
        <p>Totals, findings, and the instructions that correspond.</p>
        <ExportMenu items={exportItems(runs, totals, pairs, pair)} />
      </div>
      <TotalBars totals={totals} />
      <FindingsChange apart={apart} />
      {pairs.length > 0 && <PairTable pairs={pairs} chosen={pair} onChoose={of => setPicked(pairKey(of))} />}
      {pair !== null && <PairPictures {...runs} pair={pair} />}
    </>
  );
}

function exportItems(
  runs: CompareTabProps,
  totals: readonly ComparedTotal[],
  pairs: readonly AccessPair[],
  pair: AccessPair | null,
) {
  const name = `${fileStem(runs.a.document.title)}-and-${fileStem(runs.b.document.title)}`;
  return [
    ...(pair === null ? [] : pictureItems('Pictures', () => pictureOf(pair, runs, name))),
    ...tableItems('Totals', 'a row each', () => ({ name: `${name}-totals`, table: () => totalsTable(totals) })),
    ...tableItems('Accesses', 'a row each', () => ({ name: `${name}-accesses`, table: () => pairsTable(pairs) })),
  ];
}

const pairKey = ({ a, b }: AccessPair): string => `${a?.key ?? ''} / ${b?.key ?? ''}`;

function FindingsChange({ apart: { gone, fresh } }: { readonly apart: FindingsApart }) {
  if (gone.length + fresh.length === 0) return <p className="caption">Both have the same findings.</p>;
  const list = (title: string, findings: FindingsApart['gone']) =>
    findings.length > 0 && (
      <section>
        <h3 className={css.small}>{title}</h3>
        <ul className={`remark ${css.gone}`}>
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
