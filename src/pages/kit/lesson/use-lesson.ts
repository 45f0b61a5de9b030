/** The step that the address shows. */
import { useMemo } from 'react';
import { LESSONS } from '../../../lessons/index.ts';
import { type LessonPlace, lessonPlace } from '../../../lessons/step-address.ts';
import { useAddress } from '../../../services/address.ts';

export function useLesson(): LessonPlace | null {
  const { lesson = '', seed = '0' } = useAddress().search;
  return useMemo(() => lessonPlace(LESSONS, { lesson, seed }), [lesson, seed]);
}
