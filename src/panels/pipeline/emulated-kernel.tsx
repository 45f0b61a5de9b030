/** Which compiled kernel stands behind the emulated numbers, or why none does, and where it parts from the scenario. */
import type { ReactNode } from 'react';
import { VariantBadge } from '../../pictures/badges.tsx';
import css from '../evidence-panel.module.css';
import { count, MISSING } from '../numbers.ts';
import type { PipelineDifference, PipelineSide } from './pipeline-side.ts';

export const EmulatedKernels = ({ sides }: { readonly sides: readonly PipelineSide[] }) => (
  <ul className={css.faults}>
    {sides.map(({ letter, emulated }) => (
      <li key={letter}>
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
      return emulated.difference === null ? (
        emulated.build
      ) : (
        <DifferenceWords {...emulated.difference} build={emulated.build} />
      );
  }
}

const DifferenceWords = ({
  role,
  eventsAlike,
  kernel,
  scenario,
  build,
}: PipelineDifference & { readonly build: string }) => (
  <>
    <strong>{role}</strong> does {count(eventsAlike)} events as predicted, then the kernel{' '}
    <code>{kernel ?? 'does nothing more'}</code> where the scenario <code>{scenario ?? 'does nothing more'}</code>.{' '}
    {build}
  </>
);
