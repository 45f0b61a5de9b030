/**
 * The text of a field while it is edited. Every field of the program behaves as this hook says:
 * - typing hands a value on as soon as the text is one, so that the pictures follow;
 * - text that is no value stays in the field with the reason, and the page keeps its last value;
 * - leaving the field or Enter puts the value in place of the text; wrong text stays, nothing typed is lost;
 * - Escape goes back to the page's value;
 * - the arrows up and down step a number, with Shift by ten steps.
 */
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { Result } from '../../base/result.ts';

export interface Draft {
  /** Text as the field shows it. */
  readonly text: string;
  /** Why the text is no value; null if it is one. */
  readonly error: string | null;
  readonly type: (text: string) => void;
  readonly leave: () => void;
  /** Back to the page's value. False when the field shows it already. */
  readonly giveUp: () => boolean;
  readonly step?: ((steps: number) => void) | undefined;
}

export interface DraftOptions<T> {
  /** The page's value, as the field writes it. */
  readonly value: string;
  readonly parse: (text: string) => Result<T, string>;
  /** Hands the value on; says why the page refuses it, or null. */
  readonly take: (value: T) => string | null;
  /** The text that is `steps` further; null where there is none. */
  readonly stepped?: (text: string, steps: number) => string | null;
}

interface Typed {
  readonly text: string;
  readonly refused: string | null;
  /** The page's value when a wrong text was left; once the page has another value, the text is out of date. */
  readonly leftAt: string | null;
}

export function useDraft<T>({ value, parse, take, stepped }: DraftOptions<T>): Draft {
  const [stored, setTyped] = useState<Typed | null>(null);
  const typed = stored !== null && (stored.leftAt ?? value) === value ? stored : null;
  if (typed !== stored) setTyped(null);
  const text = typed?.text ?? value;
  const errorOf = (typed: Typed): string | null => {
    const reading = parse(typed.text);
    return reading.ok ? typed.refused : reading.error;
  };
  const error = typed && errorOf(typed);
  const type = (next: string): void => {
    const reading = parse(next);
    setTyped({ text: next, refused: reading.ok ? take(reading.value) : null, leftAt: null });
  };
  return {
    text,
    error,
    type,
    leave: () => setTyped(typed && error !== null ? { ...typed, leftAt: value } : null),
    giveUp: () => {
      setTyped(null);
      return text !== value;
    },
    step:
      stepped &&
      (steps => {
        const next = stepped(text, steps);
        if (next !== null) type(next);
      }),
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Props with which an `<input>` or `<textarea>` shows a draft. */
export function draftProps({ text, type, leave, giveUp, step }: Draft) {
  return {
    value: text,
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'off',
    onChange: (event: FormEvent<Field>) => type(event.currentTarget.value),
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent<Field>) => {
      const steps = STEPS[event.key];
      if (event.key === 'Enter') leave();
      // A dialog around the field stays open while there is text to give up.
      else if (event.key === 'Escape' && giveUp()) stop(event);
      else if (step && steps !== undefined) {
        stop(event);
        step(event.shiftKey ? 10 * steps : steps);
      }
    },
  };
}

const STEPS: Readonly<Record<string, 1 | -1 | undefined>> = { ArrowUp: 1, ArrowDown: -1 };

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
