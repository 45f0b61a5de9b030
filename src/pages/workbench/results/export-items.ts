/** Entries of the export menus. The code behind files comes with the first of them. */
import type { ExportItem } from '../../../panels/export-menu.tsx';
import type { Table } from '../../../pictures/view.ts';
import type { PictureFile } from './result-files.ts';

const modules = () => Promise.all([import('./result-files.ts'), import('../../../panels/download.ts')]);

/** Width of one column of pictures in a file, in px. */
export const FILE_PX = 640;

export function pictureItems(label: string, of: () => PictureFile): ExportItem[] {
  const saveSvg = async () => {
    const [files, { download }] = await modules();
    download(files.svgFile(of()));
  };
  const savePng = async () => {
    const [files, { download }] = await modules();
    download(await files.pngFile(of()));
  };
  return [
    { label: `${label} as SVG`, hint: 'text stays text', save: saveSvg },
    { label: `${label} as PNG`, hint: 'twice the size', save: savePng },
  ];
}

/** `name` without an ending. */
export function tableItems(label: string, name: string, of: () => Table): ExportItem[] {
  const save = async (format: 'csv' | 'json') => {
    const [files, { download }] = await modules();
    download(files.tableFile(name, of(), format));
  };
  return [
    { label: `${label} as CSV`, hint: 'a line a row', save: () => save('csv') },
    { label: `${label} as JSON`, hint: 'an object a row', save: () => save('json') },
  ];
}

export const bytesItem = (name: string, bytes: Uint8Array): ExportItem => ({
  label: 'Raw bytes',
  hint: 'lowest address first',
  save: async () => {
    const [files, { download }] = await modules();
    download(files.bytesFile(name, bytes));
  },
});
