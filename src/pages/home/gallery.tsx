/** The gallery: what Lanescape draws, each a way in, and the pages. A picture is drawn once its place has come into view. */
import { useEffect, useState } from 'react';
import { type GalleryEntry, galleryEntries, pageEntries } from '../../gallery/entries.ts';
import { FoldedPart } from '../../panels/folded-part.tsx';
import { InView } from '../../panels/in-view.tsx';
import type { Scene } from '../../pictures/scene/scene.ts';
import { SceneCanvas } from '../../pictures/scene/scene-canvas.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { Link } from '../kit/link.tsx';
import css from './home-page.module.css';

/** One of each kind stands first. */
const FIRST = [
  'tile-padded',
  'steps-strided',
  'chunk-tile-after',
  'memory-padded',
  'pipeline-ring',
  'bank-map-unpadded',
  'xor-bits-128b',
  'tensor-box-walk',
  'threads-mma-c',
  'samples-steady',
];

const firstEntries = FIRST.flatMap(id => galleryEntries.find(entry => entry.id === id) ?? []);
const otherEntries = galleryEntries.filter(({ id }) => !FIRST.includes(id));

export function Gallery({ theme }: { readonly theme: Theme }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? [...firstEntries, ...otherEntries] : firstEntries;
  return (
    <>
      <section className={css.section} aria-label="Pictures">
        <div className="head">
          <h2 className={css.title}>Pictures</h2>
          <span className="caption">kernels whose every access is drawn; open one, change its numbers</span>
          <button type="button" className="act" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Fewer pictures' : `All ${galleryEntries.length} pictures`}
          </button>
        </div>
        <ul className={css.gallery}>
          {shown.map(entry => (
            <GalleryCard key={entry.id} entry={entry} theme={theme} />
          ))}
        </ul>
      </section>
      <Pages />
    </>
  );
}

/** Worked examples with all variants of a kernel, and the pages around them. */
const Pages = () => (
  <FoldedPart title="Kernels and pages" note={`all ${pageEntries.length}, and what each shows`} className={css.section}>
    <ul className={css.pages}>
      {pageEntries.map(({ id, title, blurb, link }) => (
        <li key={`${link.to} ${id}`}>
          <Link {...link} className={`card list ${css.card}`}>
            <h3>{title}</h3>
            <p>{blurb}</p>
          </Link>
        </li>
      ))}
    </ul>
  </FoldedPart>
);

function GalleryCard({ entry, theme }: { readonly entry: GalleryEntry; readonly theme: Theme }) {
  const idle = <div className={css.idle} />;
  return (
    <li>
      <Link {...entry.link} className={`card list ${css.card}`}>
        <InView before={idle}>
          <Drawn entry={entry} theme={theme} />
        </InView>
        <h3>{entry.title}</h3>
        <p>{entry.blurb}</p>
      </Link>
    </li>
  );
}

/** Drawn in a task of its own, so that a screen full of pictures never keeps the page from answering. */
function Drawn({ entry, theme }: { readonly entry: GalleryEntry; readonly theme: Theme }) {
  const [scene, setScene] = useState<Scene | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setScene(entry.scene?.(theme) ?? null));
    return () => clearTimeout(timer);
  }, [entry, theme]);
  return scene ? <SceneCanvas scene={scene} className={css.picture} /> : <div className={css.idle} />;
}
