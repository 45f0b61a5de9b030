/** A gallery picture as a file: SVG with its text as text, PNG at twice the size. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import controls from '../../panels/controls.module.css';
import { download, textFile } from '../../panels/download.ts';
import type { PictureCase } from '../../pictures/cases/picture-case.ts';
import { figuresSvg } from '../../pictures/figure-svg.ts';
import { svgToPng } from '../../pictures/png.ts';
import type { Theme } from '../../pictures/theme.ts';
import css from './picture-page.module.css';

const svgOf = ({ title, blurb, figure }: PictureCase, theme: Theme): string =>
  figuresSvg({
    title,
    description: `${blurb}\n${location.href}`,
    theme,
    columns: [{ letter: null, title, note: '', figures: [figure(theme)] }],
  });

export function ExportButtons({ entry, theme }: { entry: PictureCase; theme: Theme }) {
  const [failure, setFailure] = useState<string | null>(null);
  const saveSvg = () => download(textFile(`${entry.id}.svg`, 'image/svg+xml', svgOf(entry, theme)));
  const savePng = async () => {
    setFailure(null);
    try {
      download({ name: `${entry.id}.png`, blob: await svgToPng(svgOf(entry, theme)) });
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <>
      <button type="button" className={controls.button} onClick={saveSvg} aria-label="Save as SVG">
        <Download size={16} strokeWidth={1.75} aria-hidden /> SVG
      </button>
      <button type="button" className={controls.button} onClick={savePng} aria-label="Save as PNG">
        <Download size={16} strokeWidth={1.75} aria-hidden /> PNG
      </button>
      {failure && (
        <span role="alert" className={css.failure}>
          {failure}
        </span>
      )}
    </>
  );
}
