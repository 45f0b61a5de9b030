/**
 * Names the compiled kernel behind the emulated numbers, or says why there is none, and where it differs from the
 * scenario.
 */
import type { ReactNode } from 'react';
import { count, MISSING } from '../../base/numbers.ts';
import type { Deadlock } from '../../model/pipeline/pipeline-run.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import css from '../evidence-panel.module.css';
import { clkText } from './pipeline-quantities.ts';
import type { PipelineDifference, PipelineSide } from './pipeline-side.ts';
import { FAULT_TITLES } from './side-head.tsx';

export const EmulatedKernels = ({ sides }: { readonly sides: readonly PipelineSide[] }) => (
  <ul className={`stack remark ${css.faults}`}>
    {sides.map(({ letter, emulated }) => (
      <li className="lead" key={letter}>
        {sides.length > 1 && <VariantBadge letter={letter} />}
        <p>{emulationWords(emulated)}</p>
      </li>
    ))}
  </ul>
);

function emulationWords(emulated: PipelineSide['emulated']): ReactNode {
  switch (emulated.state) {
    case 'none':
      return `${MISSING}, not emulated: ${emulated.why}`;
    case 'running':
      return 'The compiled PTX is being executed …';
    case 'refused':
      return emulated.message;
    case 'done':
      return <KernelWords {...emulated} />;
  }
}

/** First what the kernel does differently, then what that leads to, then which kernel it is. */
const KernelWords = ({ run, difference, build }: Extract<PipelineSide['emulated'], { state: 'done' }>) => (
  <>
    {difference && <DifferenceWords {...difference} />}
    {run.faults.length > 0 && <FoundWords title={FAULT_TITLES[run.faults[0].kind]} {...run.faults[0]} />}
    {run.deadlock && <FoundWords title="Deadlock" {...run.deadlock} />}
    {build}
  </>
);

const DifferenceWords = ({ role, eventsAlike, kernel, scenario }: PipelineDifference) => (
  <>
    <strong>{role}</strong> does {count(eventsAlike)} events as predicted, then the kernel{' '}
    <code>{kernel ?? 'does nothing more'}</code> where the scenario <code>{scenario ?? 'does nothing more'}</code>.{' '}
  </>
);

/** Findings of playing the kernel's events. */
const FoundWords = ({ title, at, message }: Pick<Deadlock, 'at' | 'message'> & { readonly title: string }) => (
  <>
    <strong>{title}</strong> at cycle {clkText(at)}: {message}.{' '}
  </>
);
