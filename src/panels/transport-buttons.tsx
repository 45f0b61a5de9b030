/** Play, step and skip: the buttons of everything that is walked through. */
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import css from './transport.module.css';

interface TransportButtonsProps {
  /** One step: 'wavefront'. */
  readonly step: string;
  /** Noun for a group of steps: 'access'. */
  readonly group: string;
  readonly playing: boolean;
  readonly onPlay: (playing: boolean) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onGroup: (to: 'previous' | 'next') => void;
}

export function TransportButtons({ step, group, playing, onPlay, onStep, onGroup }: TransportButtonsProps) {
  const PlayIcon = playing ? Pause : Play;
  return (
    <div className={`row ${css.buttons}`}>
      <StepButton label={`Previous ${group} (↑)`} icon={SkipBack} onClick={() => onGroup('previous')} />
      <StepButton label={`One ${step} back (←)`} name="Back" icon={ChevronLeft} onClick={() => onStep(-1)} />
      <button
        type="button"
        className={`mark card ${css.play}`}
        aria-label={playing ? 'Pause' : 'Play'}
        title={playing ? 'Pause (space)' : 'Play (space)'}
        data-name={playing ? 'Pause' : 'Play'}
        onClick={() => onPlay(!playing)}
      >
        <PlayIcon size={16} strokeWidth={1.75} />
      </button>
      <StepButton label={`One ${step} on (→)`} name="On" icon={ChevronRight} onClick={() => onStep(1)} />
      <StepButton label={`Next ${group} (↓)`} icon={SkipForward} onClick={() => onGroup('next')} />
    </div>
  );
}

interface StepButtonProps {
  readonly label: string;
  /** In sight where nothing hovers. */
  readonly name?: string;
  readonly icon: typeof Play;
  readonly onClick: () => void;
}

const StepButton = ({ label, name, icon: Icon, onClick }: StepButtonProps) => (
  <button type="button" className="mark" aria-label={label} title={label} data-name={name} onClick={onClick}>
    <Icon size={16} strokeWidth={1.75} />
  </button>
);
