/** Menu of the files as which a gallery picture can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { pictureItems } from '../../panels/kit/exports.ts';
import type { PictureCase } from '../../pictures/cases/picture-case.ts';
import type { Theme } from '../../pictures/theme.ts';

interface PictureExportProps {
  readonly entry: PictureCase;
  readonly theme: Theme;
}

export const PictureExport = ({ entry: { id, title, blurb, figure, unbanked }, theme }: PictureExportProps) => (
  <ExportMenu
    items={pictureItems('Picture', () => ({
      name: id,
      title,
      description: `${blurb}\n${location.href}`,
      theme,
      columns: [{ letter: null, title, note: '', figures: [figure(theme)] }],
      unbanked,
    }))}
  />
);
