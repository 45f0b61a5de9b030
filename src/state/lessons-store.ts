/** Guesses of the visitor, and the progress in lessons. Both stay in this browser: nothing is ever sent. */
import { create } from 'zustand';

/** A guess that was committed, or an answer that was asked for. */
export interface CommittedGuess {
  /** The guess as the question's kind has it: the index of a choice, or the picked values. */
  readonly guess: readonly number[];
  readonly isRight: boolean;
  readonly isSure: boolean;
  /** 'Show me': no guess was made. */
  readonly isShown: boolean;
}

export type StepResult = Omit<CommittedGuess, 'guess'>;

interface LessonsState {
  /** Guesses by question, for this window: a question that is asked again shows the earlier guess. */
  readonly committed: Readonly<Record<string, CommittedGuess>>;
  /** First answers by step ('banks.3'); they are kept. */
  readonly results: Readonly<Record<string, StepResult>>;
  /** `step`: '' outside lessons. */
  commit(question: string, step: string, guess: CommittedGuess): void;
  finish(step: string): void;
  forget(): void;
}

const KEY = 'lanescape.lessons';

function storedResults(): Readonly<Record<string, StepResult>> {
  // Storage can be refused, and hold anything.
  try {
    const stored: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).flatMap(([step, of]) => (isResult(of) ? [[step, of]] : [])));
  } catch {
    return {};
  }
}

const isResult = (value: unknown): value is StepResult =>
  typeof value === 'object' &&
  value !== null &&
  ['isRight', 'isSure', 'isShown'].every(name => typeof Reflect.get(value, name) === 'boolean');

function store(results: Readonly<Record<string, StepResult>>): void {
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(results));
  } catch {
    // The progress then lasts as long as the window.
  }
}

const DONE: StepResult = { isRight: true, isSure: true, isShown: false };

export const useLessons = create<LessonsState>()((set, get) => {
  const keep = (step: string, result: StepResult): void => {
    if (step === '' || get().results[step] !== undefined) return;
    const results = { ...get().results, [step]: result };
    store(results);
    set({ results });
  };
  return {
    committed: {},
    results: storedResults(),
    commit: (question, step, { guess, ...result }) => {
      set(({ committed }) => ({ committed: { ...committed, [question]: { guess, ...result } } }));
      keep(step, result);
    },
    finish: step => keep(step, DONE),
    forget: () => {
      store({});
      set({ results: {}, committed: {} });
    },
  };
});
