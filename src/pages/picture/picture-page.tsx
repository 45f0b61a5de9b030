/** One gallery picture by itself, as large as fits. */
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useThemeName } from '../../app/apply-theme.ts';
import { pictureCases } from '../../pictures/cases/index.ts';
import { SceneCanvas } from '../../pictures/scene-canvas.tsx';
import { themes } from '../../pictures/theme.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import page from '../page.module.css';

export function PicturePage() {
  const { picture } = useParams({ strict: false }) as { picture: string };
  const theme = themes[useThemeName()];
  const found = pictureCases.find(entry => entry.id === picture);
  const scene = useMemo(() => found?.scene(theme) ?? null, [found, theme]);
  if (!found || !scene) return <NotFoundPage />;
  return (
    <div className={page.page}>
      <h1>{found.title}</h1>
      <p className={page.lede}>
        {found.blurb} <Link to="/">All pictures</Link>
      </p>
      <SceneCanvas scene={scene} label={found.title} />
    </div>
  );
}
