/** The worst requests of two instructions that correspond, side by side on one scale. */
import { useMemo } from 'react';
import { AbsentPicture } from '../../../panels/absent-picture.tsx';
import { VariantBadge } from '../../../pictures/badges.tsx';
import type { Theme } from '../../../pictures/theme.ts';
import { placeWords } from '../findings/finding-words.ts';
import type { ShownResult } from '../run.ts';
import { type AccessChoice, placeOf } from './access-list.ts';
import { AccessPictures } from './access-pictures.tsx';
import { type AccessCostRecords, accessRecords, type SharedAccessScale, sharedAccessScale } from './access-records.ts';
import { requestWords } from './access-words.ts';
import type { AccessPair } from './comparison.ts';
import { CostChip } from './cost-chip.tsx';
import { occurrenceOf } from './occurrences.ts';
import css from './results.module.css';

export const sideRecords = (choice: AccessChoice | null, { document }: ShownResult): AccessCostRecords | null =>
  choice && accessRecords(choice.totals.worst, document.launch);

interface PairPicturesProps {
  readonly pair: AccessPair;
  readonly a: ShownResult;
  readonly b: ShownResult;
  readonly theme: Theme;
}

export function PairPictures({ pair, a, b, theme }: PairPicturesProps) {
  const [ofA, ofB] = useMemo(() => [sideRecords(pair.a, a), sideRecords(pair.b, b)], [pair, a, b]);
  const scale = useMemo(() => sharedAccessScale([ofA, ofB].filter(records => records !== null)), [ofA, ofB]);
  return (
    <div className={css.sides}>
      <Side letter="A" choice={pair.a} records={ofA} scale={scale} theme={theme} />
      <Side letter="B" choice={pair.b} records={ofB} scale={scale} theme={theme} />
    </div>
  );
}

interface SideProps extends Pick<PairPicturesProps, 'theme'> {
  readonly letter: 'A' | 'B';
  readonly choice: AccessChoice | null;
  readonly records: AccessCostRecords | null;
  readonly scale: SharedAccessScale;
}

function Side({ letter, choice, records, scale, theme }: SideProps) {
  return (
    <section className={`stack ${css.side}`} aria-label={`Worst request of ${letter}`}>
      <header>
        <VariantBadge letter={letter} />
        {choice && <strong>{placeWords(placeOf(choice))}</strong>}
        {choice && <CostChip occurrence={occurrenceOf(choice.totals.worst)} theme={theme} />}
      </header>
      {choice && <p className="caption">{requestWords(choice.totals.worst)}</p>}
      {records ? (
        <AccessPictures key={records.by} records={records} theme={theme} scale={scale} />
      ) : (
        <AbsentPicture title="Nothing that corresponds" why="This version makes no such access." />
      )}
    </section>
  );
}
