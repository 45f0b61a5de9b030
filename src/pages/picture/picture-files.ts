/** A gallery picture as a file. */
import { type ExportFile, textFile } from '../../panels/download.ts';
import type { PictureCase } from '../../pictures/cases/picture-case.ts';
import { figuresSvg } from '../../pictures/scene/figure-svg.ts';
import { svgToPng } from '../../pictures/scene/png.ts';
import type { Theme } from '../../pictures/theme.ts';

const svgOf = ({ title, blurb, figure, unbanked }: PictureCase, theme: Theme): string =>
  figuresSvg({
    title,
    description: `${blurb}\n${location.href}`,
    theme,
    columns: [{ letter: null, title, note: '', figures: [figure(theme)] }],
    unbanked,
  });

export const svgFile = (entry: PictureCase, theme: Theme): ExportFile =>
  textFile(`${entry.id}.svg`, 'image/svg+xml', svgOf(entry, theme));

export const pngFile = async (entry: PictureCase, theme: Theme): Promise<ExportFile> => ({
  name: `${entry.id}.png`,
  blob: await svgToPng(svgOf(entry, theme)),
});
