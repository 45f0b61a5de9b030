/** One gallery picture by itself, as large as fits, and as live as in an exhibit. */

import { useState } from 'react';
import { exhibitLinkOf } from '../../gallery/links.ts';
import { PageBankLegend, PageDegreeLegend } from '../../panels/page-legends.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { useScreenHeight } from '../../panels/use-tile-height.ts';
import { pictureCases } from '../../pictures/cases/index.ts';
import type { PictureCase } from '../../pictures/cases/picture-case.ts';
import { Picture } from '../../pictures/picture.tsx';
import { type Theme, themes } from '../../pictures/theme.ts';
import type { Highlight, PictureView } from '../../pictures/view.ts';
import { useThemeName } from '../../services/theme.ts';
import { Link } from '../kit/link.tsx';
import { NotFoundPage } from '../kit/not-found-page.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { PictureExport } from './picture-export.tsx';
import css from './picture-page.module.css';

export function PicturePage({ name }: { readonly name: string }) {
  const theme = themes[useThemeName()];
  const at = pictureCases.findIndex(entry => entry.id === name);
  if (at < 0) return <NotFoundPage />;
  const entry = pictureCases[at];
  return (
    <div className={css.page}>
      <Header entry={entry} theme={theme} />
      <h1>{entry.title}</h1>
      <p className={`reading dim ${css.lede}`}>
        {entry.blurb} <ExhibitLink id={entry.id} />
      </p>
      <LivePicture key={entry.id} entry={entry} theme={theme} />
      {!entry.unbanked && <Legends theme={theme} />}
      <Neighbours at={at} />
    </div>
  );
}

interface EntryProps {
  readonly entry: PictureCase;
  readonly theme: Theme;
}

const Header = ({ entry, theme }: EntryProps) => (
  <PageHeader
    place={[
      <Link key="gallery" to="/">
        Gallery
      </Link>,
      entry.title,
    ]}
  >
    <PictureExport entry={entry} theme={theme} />
  </PageHeader>
);

const Legends = ({ theme }: { theme: Theme }) => (
  <div className={`row wrap spread ${css.legends}`}>
    <PageBankLegend theme={theme} />
    <PageDegreeLegend theme={theme} pad />
  </div>
);

function ExhibitLink({ id }: { id: string }) {
  const link = exhibitLinkOf(id);
  if (link === null) return null;
  return <Link {...link}>Change its numbers</Link>;
}

const figureOf = (entry: PictureCase, view: PictureView) => entry.figureIn(view);

/** Header, title, caption, axes and legends, in px. */
const OTHERS_PX = 260;
const LEAST_PX = 280;

function LivePicture({ entry, theme }: EntryProps) {
  const { source = 'predicted', playhead = Number.POSITIVE_INFINITY } = entry.view;
  const [highlight, onHover] = useState<Highlight>(entry.view.highlight ?? null);
  const [selection, onSelect] = useState(entry.view.selection ?? null);
  const maxHeight = Math.max(LEAST_PX, useScreenHeight() - OTHERS_PX);
  const scale = usePictureScale();
  const shared = { ...scale, theme, source, playhead, highlight, onHover, selection, onSelect };
  return <Picture {...shared} records={entry} figureOf={figureOf} maxHeight={maxHeight} />;
}

/** The gallery is a row: one picture leads to the next. */
function Neighbours({ at }: { at: number }) {
  const [before, after] = [pictureCases[at - 1], pictureCases[at + 1]];
  return (
    <nav className={css.neighbours} aria-label="Other pictures">
      {before && (
        <Link to="/picture/$picture" params={{ picture: before.id }}>
          ‹ {before.title}
        </Link>
      )}
      {after && (
        <Link to="/picture/$picture" params={{ picture: after.id }}>
          {after.title} ›
        </Link>
      )}
    </nav>
  );
}
