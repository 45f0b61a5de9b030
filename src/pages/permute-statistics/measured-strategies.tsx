/** Measured times of the cases: a strip for each strategy, and the numbers of the pinned case. */

import { useMemo } from 'react';
import { count } from '../../base/numbers.ts';
import { type MeasuredCase as Case, namesIn } from '../../kernels/permute/measured-cases.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { STRATEGIES } from '../../model/permute/strategies.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { SourceBadge } from '../../pictures/badges.tsx';
import { CaseStrips } from '../../pictures/case-strips/index.tsx';
import type { CaseStripsRecords } from '../../pictures/case-strips/records.ts';
import type { Theme } from '../../pictures/theme.ts';
import { machineWords } from '../../trace/provenance.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { MeasuredCase } from './measured-case.tsx';
import { caseStripsOf, claimOf, type Measured } from './measured-records.ts';
import css from './statistics-page.module.css';
import type { MeasuredCases } from './use-measured.ts';
import type { StatisticsHandle } from './use-statistics.ts';

interface MeasuredStrategiesProps extends StatisticsHandle {
  readonly statistics: Statistics;
  readonly cases: MeasuredCases;
  readonly theme: Theme;
}

export function MeasuredStrategies({ cases, ...rest }: MeasuredStrategiesProps) {
  const { measured, isPending, problems } = cases;
  return (
    <section className={css.measured} aria-label="Measured">
      {measured !== null && <MeasuredPicture {...rest} measured={measured} staleRuns={cases.staleRuns} />}
      {measured === null && !isPending && <NotMeasured set={rest.state.set} />}
      {problems.map(problem => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
    </section>
  );
}

const NotMeasured = ({ set }: { readonly set: string }) => (
  <>
    <p className={`row wrap caption ${css.title}`}>
      <strong>Measured</strong>
      <span>—, not measured yet with these options</span>
      <SourceBadge source="measured" />
    </p>
    {set === 'ttc' && (
      <p className={`caption reading ${css.note}`}>
        On a machine with an NVIDIA GPU, <code>npx lanescape record permute --list ttc --method steady</code> measures
        these 57 with elements of 4 B and the planner’s own blocks.
      </p>
    )}
  </>
);

interface MeasuredPictureProps extends StatisticsHandle {
  readonly statistics: Statistics;
  readonly theme: Theme;
  readonly measured: Measured;
  readonly staleRuns: number;
}

function MeasuredPicture({ statistics, theme, measured, staleRuns, state, update }: MeasuredPictureProps) {
  const records = useMemo(() => caseStripsOf(statistics, measured), [statistics, measured]);
  const pinned = measured.set.cases.find(each => each.case.name === state.pinned) ?? null;
  const pin = (name: string | null) => update({ pinned: name === state.pinned ? null : name });
  const claim = claimOf(measured);
  return (
    <>
      {claim !== null && (
        <p className={css.title}>
          <strong>Conflict-free is not fast.</strong> {claim}
        </p>
      )}
      <CaseStrips
        {...usePictureScale()}
        records={records}
        theme={theme}
        source="measured"
        selection={dotOf(records, pinned)}
        onSelect={cell => pin(cell && records.cases[cell.column])}
      />
      <p className={`caption reading ${css.note}`}>{noteOf(statistics, measured, staleRuns)}</p>
      {pinned && <MeasuredCase measured={measured} each={pinned} state={state} onClose={() => pin(null)} />}
    </>
  );
}

/** Dot of the pinned case in the first strip that has it. */
function dotOf({ cases, rows }: CaseStripsRecords, pinned: Case | null): Cell | null {
  if (pinned === null) return null;
  const column = cases.indexOf(pinned.case.name);
  const row = rows.findIndex(({ dots }) => dots[column]);
  return row < 0 ? null : { row, column };
}

function noteOf({ cases }: Statistics, { set }: Measured, staleRuns: number): string {
  const [{ moves }] = set.cases;
  const isAlone = namesIn(set).some(name => !STRATEGIES.has(name));
  return [
    `${count(set.cases.length)} of ${count(cases.length)} cases on ${machineOf(moves[0].record)}.`,
    'A dot is a case, in the newest run of its variant. Larger and warmer dots have more predicted wavefronts.',
    isAlone
      ? 'A dot in the colour of text has no prediction: that move uses no block.'
      : 'A slate dot has no conflict.',
    'Pick a dot to see its case in every strip.',
    ...(staleRuns === 0 ? [] : [`Sources have changed since ${count(staleRuns)} of these runs.`]),
  ].join(' ');
}

const machineOf = ({ gpu, driver, nvcc, date }: RunRecord): string =>
  machineWords({ gpu: gpu.name, card: gpu, driver, toolkit: nvcc, date: date.slice(0, 10) });
