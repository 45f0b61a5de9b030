/** A teacher's notes in a window of their own, which follows the steps: the audience sees the page alone. */
import { NotebookText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LessonPlace } from '../../../lessons/step-address.ts';
import { answerWords } from '../../../model/questions/question.ts';

export function LessonNotes({ place, className }: { readonly place: LessonPlace; readonly className: string }) {
  const [notes, setNotes] = useState<Window | null>(null);
  useEffect(() => () => notes?.close(), [notes]);
  const open = () => {
    const opened = window.open('', 'lanescape-notes', 'width=480,height=640');
    if (opened === null) return;
    opened.document.title = 'Notes';
    // A blank window has no style sheets of the page, and its theme only by the browser's own colours.
    opened.document.documentElement.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;
    Object.assign(opened.document.body.style, { font: '20px/1.5 system-ui, sans-serif', margin: '24px' });
    opened.document.body.replaceChildren();
    opened.addEventListener('pagehide', () => setNotes(null));
    setNotes(opened);
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Notes"
        title="Notes in a window of their own"
        onClick={open}
      >
        <NotebookText size={16} strokeWidth={1.75} aria-hidden />
      </button>
      {notes && createPortal(<Notes place={place} />, notes.document.body)}
    </>
  );
}

function Notes({ place: { lesson, steps, at } }: { readonly place: LessonPlace }) {
  const { say, notes, ask } = steps[at];
  const next = steps[at + 1];
  return (
    <main>
      <p>
        {lesson.title} · step {at + 1} of {steps.length}
      </p>
      <h1 style={{ fontSize: '26px', lineHeight: 1.3 }}>{say}</h1>
      <p>{notes}</p>
      {ask?.kind === 'own' && (
        <p>
          Answer: <strong>{answerWords(ask.question)}</strong>. {ask.question.because}
        </p>
      )}
      <p>Next: {next ? next.say : 'the end of the lesson.'}</p>
    </main>
  );
}
