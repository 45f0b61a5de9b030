/** A gallery picture as a file. */
import { download, textFile } from '../../panels/download.ts';
import { ExportMenu } from '../../panels/export-menu.tsx';
import type { PictureCase } from '../../pictures/cases/picture-case.ts';
import { figuresSvg } from '../../pictures/figure-svg.ts';
import { svgToPng } from '../../pictures/png.ts';
import type { Theme } from '../../pictures/theme.ts';

const svgOf = ({ title, blurb, figure }: PictureCase, theme: Theme): string =>
  figuresSvg({
    title,
    description: `${blurb}\n${location.href}`,
    theme,
    columns: [{ letter: null, title, note: '', figures: [figure(theme)] }],
  });

export function PictureExport({ entry, theme }: { entry: PictureCase; theme: Theme }) {
  const saveSvg = () => download(textFile(`${entry.id}.svg`, 'image/svg+xml', svgOf(entry, theme)));
  const savePng = async () => download({ name: `${entry.id}.png`, blob: await svgToPng(svgOf(entry, theme)) });
  const items = [
    { label: 'Picture as SVG', hint: 'text stays text', save: saveSvg },
    { label: 'Picture as PNG', hint: 'twice the size', save: savePng },
  ];
  return <ExportMenu items={items} />;
}
