/** Buttons, chips and tinted grounds: parts of the base sheet, by their classes. */
import { Check, Play, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../panels/icon-button.tsx';
import { Part, State } from './specimens.tsx';

export const ButtonParts = () => (
  <Part
    name="Button, chip, ground"
    file="base.css"
    keys="Enter and Space press. One that is pressed says so, and one that is off cannot be reached."
  >
    <State name="button">
      <Row className="button" />
    </State>
    <State name="primary">
      <Row className="button primary" />
    </State>
    <State name="pressed, and not">
      <Toggle />
    </State>
    <State name="a mark alone, with and without a frame">
      <span className="row">
        <IconButton label="Play">
          <Play size={16} strokeWidth={1.75} />
        </IconButton>
        <button type="button" className="mark" aria-label="Remove">
          <X size={16} strokeWidth={1.75} />
        </button>
      </span>
    </State>
    <State name="words in a text">
      <p>
        Pad each row by 4 B:{' '}
        <button type="button" className="act">
          do it
        </button>
      </p>
    </State>
    <State name="chips">
      <span className="row wrap">
        <span className="tinted chip">stale</span>
        <span className="tinted chip" data-tone="ok">
          <Check size={14} strokeWidth={2} aria-hidden /> conflict-free
        </span>
        <span className="tinted chip" data-tone="conflict">
          race
        </span>
      </span>
    </State>
    {(['ok', 'warn', 'conflict'] as const).map(tone => (
      <State key={tone} name={`ground: ${tone}`}>
        <p className="lead tinted" data-tone={tone}>
          <Check size={16} strokeWidth={1.75} aria-hidden /> What was found, in a sentence.
        </p>
      </State>
    ))}
  </Part>
);

const Row = ({ className }: { readonly className: string }) => (
  <span className="row">
    <button type="button" className={className}>
      Run
    </button>
    <button type="button" className={className} disabled>
      Run, off
    </button>
  </span>
);

function Toggle() {
  const [pressed, setPressed] = useState(true);
  return (
    <span className="row">
      <button type="button" className="button" aria-pressed={pressed} onClick={() => setPressed(!pressed)}>
        128B
      </button>
      <button type="button" className="button" aria-pressed={!pressed} onClick={() => setPressed(!pressed)}>
        64B
      </button>
    </span>
  );
}
