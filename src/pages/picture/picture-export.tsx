/** What a gallery picture can be saved as. */
import { download } from '../../panels/download.ts';
import { ExportMenu } from '../../panels/export-menu.tsx';
import type { PictureCase } from '../../pictures/cases/picture-case.ts';
import type { Theme } from '../../pictures/theme.ts';

/** The code behind files comes with the first of them: the picture on screen needs none of it. */
const files = () => import('./picture-files.ts');

export function PictureExport({ entry, theme }: { entry: PictureCase; theme: Theme }) {
  const saveSvg = async () => download((await files()).svgFile(entry, theme));
  const savePng = async () => download(await (await files()).pngFile(entry, theme));
  const items = [
    { label: 'Picture as SVG', hint: 'text stays text', save: saveSvg },
    { label: 'Picture as PNG', hint: 'twice the size', save: savePng },
  ];
  return <ExportMenu items={items} />;
}
