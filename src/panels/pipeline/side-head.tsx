/** Above a pipeline's timeline: which one it is among others, and what went wrong in it. */
import { OctagonX, TriangleAlert } from 'lucide-react';
import { count } from '../../base/numbers.ts';
import type { PipelineFault } from '../../model/pipeline/pipeline-run.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { PipelineSide } from './pipeline-side.ts';
import css from './pipeline-stage.module.css';

const SHOWN_FAULTS = 3;

export function SideHead({ side, isAlone }: { readonly side: PipelineSide; readonly isAlone: boolean }) {
  const { letter, title, run } = side;
  return (
    <>
      {!isAlone && (
        <h2 className={`row wrap ${css.head}`}>
          <VariantBadge letter={letter} /> {title}
        </h2>
      )}
      {run.deadlock && (
        <p className="lead prose tinted" data-tone="conflict" role="status">
          <OctagonX size={16} strokeWidth={1.75} aria-hidden />
          <span>
            <strong>Deadlock at cycle {count(Math.round(run.deadlock.at))}.</strong> {run.deadlock.message}.
          </span>
        </p>
      )}
      {run.faults.length > 0 && <Faults faults={run.faults} />}
    </>
  );
}

const Faults = ({ faults }: { readonly faults: readonly PipelineFault[] }) => (
  <ul className="list prose tinted" data-tone="conflict" role="status">
    {faults.slice(0, SHOWN_FAULTS).map(({ kind, at, role, message, count: times }) => (
      <li key={`${kind} ${role} ${message}`} className="lead">
        <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
        <span>
          <strong>{FAULT_TITLES[kind]}</strong> at cycle {count(Math.round(at))}
          {times > 1 && `, ${count(times)} times`}: {message}
        </span>
      </li>
    ))}
    {faults.length > SHOWN_FAULTS && <li>and {count(faults.length - SHOWN_FAULTS)} more like these</li>}
  </ul>
);

export const FAULT_TITLES: Readonly<Record<PipelineFault['kind'], string>> = {
  overrun: 'Overrun',
  underrun: 'Underrun',
  arrivals: 'Too many arrivals',
  transactions: 'Too many bytes announced',
  namedBarrier: 'Named barrier',
};
