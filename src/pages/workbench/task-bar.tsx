/** How far the task of a lesson has come, in the lesson's strip: done when the output is right and nothing is found. */
import { Check, X } from 'lucide-react';
import { useEffect } from 'react';
import { stepKey } from '../../lessons/step-address.ts';
import { TASKS, type TaskId } from '../../lessons/tasks.ts';
import { useLessons } from '../../state/lessons-store.ts';
import { LessonSlot } from '../kit/lesson/lesson-slot.tsx';
import { useLesson } from '../kit/lesson/use-lesson.ts';
import { taskStanding } from './task-standing.ts';
import { useShownVersion, useVersions } from './use-versions.ts';

export function TaskBar() {
  const place = useLesson();
  const task = place?.steps[place.at].task;
  return place && task && <Bar task={task} step={stepKey(place)} />;
}

function Bar({ task, step }: { readonly task: TaskId; readonly step: string }) {
  const shown = useShownVersion(useVersions());
  const result = shown?.result ?? null;
  const standing = result === null || result.stale ? null : taskStanding(result);
  const isDone = standing?.isRight === true && standing.findings === 0;
  const finish = useLessons(state => state.finish);
  useEffect(() => {
    if (isDone) finish(step);
  }, [isDone, finish, step]);
  if (standing === null) return <LessonSlot>{TASKS[task].title}</LessonSlot>;
  const { isRight, lost, findings } = standing;
  return (
    <LessonSlot>
      <Part isGood={isRight} words={isRight ? 'output right' : 'output wrong'} />
      <Part isGood={findings === 0} words={foundWords(lost, findings)} />
    </LessonSlot>
  );
}

function foundWords(lost: number, findings: number): string {
  if (findings === 0) return 'nothing found: done';
  return lost > 0 ? `${lost} wavefronts lost` : findings === 1 ? '1 finding' : `${findings} findings`;
}

const Part = ({ isGood, words }: { readonly isGood: boolean; readonly words: string }) => (
  <span className="tinted chip" data-tone={isGood ? 'ok' : 'conflict'} role="status">
    {isGood ? <Check size={14} strokeWidth={2} aria-hidden /> : <X size={14} strokeWidth={2} aria-hidden />} {words}
  </span>
);
