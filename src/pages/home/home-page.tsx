/** The gallery: what Lanescape draws, as live pictures, each a way in. */

import { useMemo } from 'react';
import { type GalleryEntry, galleryEntries, pageEntries } from '../../gallery/entries.ts';
import { QUESTIONS } from '../../gallery/questions.ts';
import { SourceGlyph } from '../../pictures/badges.tsx';
import { SceneCanvas } from '../../pictures/scene/scene-canvas.tsx';
import { type Theme, themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { Link } from '../kit/link.tsx';
import page from '../kit/page.module.css';
import css from './home-page.module.css';

export function HomePage() {
  const theme = themes[useThemeName()];
  return (
    <div className={`${page.page} ${css.page}`}>
      <h1>What CUDA kernels do to shared memory</h1>
      <p className={`reading dim ${css.lede}`}>
        Every picture has up to three independent sources, and the page says where they agree. Pick one to change its
        numbers, step through its wavefronts and read the PTX behind it, or bring a kernel of your own to the{' '}
        <Link to="/workbench">workbench</Link>.
      </p>
      <Sources />
      <Questions />
      <Pages />
      <ul className={css.gallery}>
        {galleryEntries.map(entry => (
          <GalleryCard key={entry.id} entry={entry} theme={theme} />
        ))}
      </ul>
    </div>
  );
}

const Sources = () => (
  <ul className={css.sources}>
    <li>
      <SourceGlyph source="predicted" />{' '}
      <span>
        <strong>Predicted</strong> by the closed form: layout, padding, XOR
      </span>
    </li>
    <li>
      <SourceGlyph source="emulated" />{' '}
      <span>
        <strong>Emulated</strong>: the PTX that nvcc made, run lane by lane in this browser
      </span>
    </li>
    <li>
      <SourceGlyph source="measured" />{' '}
      <span>
        <strong>Measured</strong> on a GPU (<Link to="/runs">recorded runs</Link>), or “not measured yet”
      </span>
    </li>
  </ul>
);

const Questions = () => (
  <ul className={css.questions} aria-label="Questions">
    {QUESTIONS.map(({ title, answers }) => (
      <li key={title}>
        <h2>{title}</h2>
        <ul>
          {answers.map(({ id, text, link }) => (
            <li key={id}>
              <Link {...link}>{text}</Link>
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);

/** Worked examples with all variants of a kernel, and the pages around them. */
const Pages = () => (
  <ul className={css.kernels} aria-label="Pages">
    {pageEntries.map(({ id, title, blurb, link }) => (
      <li key={id}>
        <Link {...link} className={`card list ${css.card}`}>
          <h2>{title}</h2>
          <p>{blurb}</p>
        </Link>
      </li>
    ))}
  </ul>
);

function GalleryCard({ entry, theme }: { entry: GalleryEntry; theme: Theme }) {
  const scene = useMemo(() => entry.scene?.(theme) ?? null, [entry, theme]);
  return (
    <li>
      <Link {...entry.link} className={`card list ${css.card}`}>
        {scene && <SceneCanvas scene={scene} className={css.picture} />}
        <h2>{entry.title}</h2>
        <p>{entry.blurb}</p>
      </Link>
    </li>
  );
}
