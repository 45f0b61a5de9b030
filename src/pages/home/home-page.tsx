/** The start: a toy that shows a bank conflict, three ways on, and below them the gallery. */
import { Suspense } from 'react';
import { latePart } from '../../panels/part-boundary.tsx';
import { themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import page from '../kit/page.module.css';
import { Doors } from './doors.tsx';
import css from './home-page.module.css';
import { QuestionList } from './question-list.tsx';
import { ToyPanel } from './toy-panel.tsx';

/** All cases of all pictures: fetched behind the toy. */
const Gallery = latePart(async () => (await import('./gallery.tsx')).Gallery);

export function HomePage() {
  const theme = themes[useThemeName()];
  return (
    <div className={`${page.page} ${css.page}`}>
      <div className={css.top}>
        <ToyPanel theme={theme} />
        <Doors theme={theme} />
      </div>
      <Suspense fallback={<div className={css.waiting} />}>
        <Gallery theme={theme} />
      </Suspense>
      <QuestionList />
    </div>
  );
}
