/** Says that values are guesses, and keeps them at a click. Editing one keeps it as well. */
import { Check } from 'lucide-react';
import { useEditing } from './editing.ts';
import css from './launch-form.module.css';

/**
 * Mark of guessed values. `what` names them for users who only hear the button. Draws nothing if none of the paths is
 * guessed.
 */
export function GuessMark({ paths, what }: { readonly paths: readonly string[]; readonly what: string }) {
  const { isGuessed, confirm } = useEditing();
  const open = paths.filter(isGuessed);
  if (open.length === 0) return null;
  return (
    <button
      type="button"
      className={`remark ${css.guess}`}
      aria-label={`${what}: guessed; keep`}
      title="Read from the code, but not certain: change it, or keep it as it is"
      onClick={() => confirm(open)}
    >
      guessed <Check size={14} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

/** How many there are, and one button for all. */
export function GuessSummary() {
  const { document, confirm } = useEditing();
  const { length } = document.guessed;
  if (length === 0) return null;
  return (
    <div className="row remark spread">
      <span>{length === 1 ? '1 value is a guess' : `${length} values are guesses`}</span>
      <button type="button" className="button" onClick={() => confirm(document.guessed)}>
        Keep all
      </button>
    </div>
  );
}
