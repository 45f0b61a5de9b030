/** The drawn access phase by phase, with the banks that it reads; the one that is pointed at is outlined alone in the tiles. */

import { count, MISSING } from '../../base/numbers.ts';
import type { PhaseCost } from '../../model/banks/bank-model.ts';
import { degreeChip, degreeFill, type Theme } from '../../pictures/theme.ts';
import { type AccessPhase, type PhaseLanes, phaseName } from './access-phases.ts';
import css from './phase-list.module.css';

export interface PhaseListProps {
  readonly phases: readonly AccessPhase[];
  readonly names: Readonly<Record<'before' | 'after', string>>;
  readonly theme: Theme;
  readonly onPhase: (phase: PhaseLanes | null) => void;
}

export const PhaseList = ({ phases, names, theme, onPhase }: PhaseListProps) => (
  <ol className={css.phases} aria-label="Phases of the drawn access" data-many={phases.length > 8 || undefined}>
    {phases.map(phase => (
      <li key={`${phase.request} ${phase.lanes[0]}`}>
        <button
          type="button"
          title="Only this phase is outlined while it is pointed at"
          onPointerEnter={() => onPhase(phase)}
          onPointerLeave={() => onPhase(null)}
          onFocus={() => onPhase(phase)}
          onBlur={() => onPhase(null)}
        >
          <span className={`ellipsis dim ${css.lanes}`}>{phaseName(phase, phases)}</span>
          <Banks name={names.before} phase={phase.before} theme={theme} />
          <Banks name={names.after} phase={phase.after} theme={theme} />
        </button>
      </li>
    ))}
  </ol>
);

interface BanksProps {
  readonly name: string;
  readonly phase: PhaseCost | null;
  readonly theme: Theme;
}

/** 32 banks as a strip, by how many words each has to give; and the wavefronts that this makes. */
function Banks({ name, phase, theme }: BanksProps) {
  if (phase === null) return <span className={css.none}>{MISSING}</span>;
  const { wavefronts, wordsPerBank } = phase;
  const { fill, text } = degreeChip(theme, wavefronts);
  const used = wordsPerBank.filter(words => words > 0).length;
  return (
    <span className={`stack ${css.banks}`} title={`${name}: ${used} of 32 banks, ${wavefronts} wavefronts`}>
      <span className={css.strip} style={{ background: stripe(wordsPerBank, theme) }} aria-hidden />
      <span className="visually-hidden">
        {name}: {used} of 32 banks,
      </span>
      <b style={{ background: fill, color: text }}>{count(wavefronts)}</b>
    </span>
  );
}

function stripe(wordsPerBank: Uint8Array, theme: Theme): string {
  const stops = Array.from(wordsPerBank, (words, bank) => {
    const colour = words === 0 ? theme.cellIdle : degreeFill(theme, words);
    return `${colour} ${(bank / wordsPerBank.length) * 100}% ${((bank + 1) / wordsPerBank.length) * 100}%`;
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
