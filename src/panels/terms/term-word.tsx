/**
 * A word and its card. The pointer opens the card by resting on the word and may move into it; a tap, a click or Enter
 * opens it too, and closes it the second time; so does Escape. The focus stays on the word.
 */
import { type PointerEvent, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { placeBeside } from '../kit/popup.tsx';
import { latePart } from '../part-boundary.tsx';
import css from './terms.module.css';

const TermCard = latePart(async () => (await import('./term-card.tsx')).TermCard);

const OPEN_AFTER_MS = 80;
/** Long enough for the way from the word to its card. */
const CLOSE_AFTER_MS = 200;

interface TermWordProps {
  /** As in GLOSSARY.md. */
  readonly name: string;
  /** As the text spells it. */
  readonly words: string;
}

export function TermWord({ name, words }: TermWordProps) {
  const id = useId();
  const { word, card, isOpen, onDrawn, onHover, onLeave, onClick, onToggle } = useTermCard();
  return (
    <>
      <button
        ref={word}
        type="button"
        className={css.word}
        popoverTarget={id}
        popoverTargetAction="show"
        aria-expanded={isOpen}
        onPointerEnter={onHover}
        onPointerLeave={onLeave}
        onClick={onClick}
      >
        {words}
      </button>
      <span
        ref={card}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name}
        className={css.card}
        onToggle={onToggle}
        onPointerEnter={onHover}
        onPointerLeave={onLeave}
      >
        {isOpen && (
          <Suspense>
            <TermCard name={name} onDrawn={onDrawn} />
          </Suspense>
        )}
      </span>
    </>
  );
}

/** When the card of a word opens and closes, and where it stands. */
function useTermCard() {
  const word = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isKept = useRef(false);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Its size is known once it has its content. */
  const onDrawn = useCallback((): void => {
    if (card.current && word.current) placeBeside(card.current, word.current, 'left');
  }, []);
  const later = (act: () => void, ms: number): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(act, ms);
  };
  const onHover = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') later(() => card.current?.showPopover(), OPEN_AFTER_MS);
  };
  const onLeave = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch' && !isKept.current) later(() => card.current?.hidePopover(), CLOSE_AFTER_MS);
  };
  /** The browser shows the card; what was shown by a click before goes. */
  const onClick = (event: React.MouseEvent): void => {
    clearTimeout(timer.current);
    if (isKept.current) {
      event.preventDefault();
      card.current?.hidePopover();
    } else isKept.current = true;
  };
  const onToggle = ({ newState }: React.ToggleEvent): void => {
    setOpen(newState === 'open');
    if (newState !== 'open') isKept.current = false;
  };
  return { word, card, isOpen, onDrawn, onHover, onLeave, onClick, onToggle };
}
