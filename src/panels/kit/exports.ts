/**
 * File formats of pictures and tables: one row for each format, for every export menu of the program. A new format is
 * one more row here. The code that writes files is loaded with the first export.
 */
import type { FigureDocument } from '../../pictures/scene/figure-svg.ts';
import { download, type ExportFile, textFile } from '../download.ts';
import type { TableFile } from './table-text.ts';

export interface ExportItem {
  readonly label: string;
  readonly hint: string;
  /** Saves the file. An error that it throws is shown beside the menu. */
  readonly save: () => void | Promise<void>;
}

/** Content that is made on demand: the page may load the code for it then. */
type Late<T> = () => T | Promise<T>;

export interface PictureFile extends FigureDocument {
  /** Name of the file, without an ending. */
  readonly name: string;
}

interface PictureFormat {
  readonly title: string;
  readonly ending: string;
  readonly hint: string;
  readonly blob: (svg: string) => Blob | Promise<Blob>;
}

const PICTURE_FORMATS: readonly PictureFormat[] = [
  {
    title: 'SVG',
    ending: 'svg',
    hint: 'text stays text',
    blob: svg => new Blob([svg], { type: 'image/svg+xml' }),
  },
  {
    title: 'PNG',
    ending: 'png',
    hint: 'twice the size',
    blob: async svg => (await import('../../pictures/scene/png.ts')).svgToPng(svg),
  },
];

/** `label` names what is saved: 'Pictures'. */
export const pictureItems = (label: string, of: Late<PictureFile>): ExportItem[] =>
  PICTURE_FORMATS.map(({ title, ending, hint, blob }) => ({
    label: `${label} as ${title}`,
    hint,
    save: async () => {
      const [{ figuresSvg }, picture] = await Promise.all([import('../../pictures/scene/figure-svg.ts'), of()]);
      download({ name: `${picture.name}.${ending}`, blob: await blob(figuresSvg(picture)) });
    },
  }));

/** Width of a column of pictures in a file, in px, where a page has no reason for another. */
export const FILE_PX = 640;

const TABLE_FORMATS = [
  { title: 'CSV', ending: 'csv', type: 'text/csv' },
  { title: 'JSON', ending: 'json', type: 'application/json' },
] as const;

/** `label` names what is saved: 'Accesses'. */
export const tableItems = (label: string, hint: string, of: Late<TableFile>): ExportItem[] =>
  TABLE_FORMATS.map(({ title, ending, type }) => ({
    label: `${label} as ${title}`,
    hint,
    save: async () => {
      const [{ fileText }, file] = await Promise.all([import('./table-text.ts'), of()]);
      download(textFile(`${file.name}.${ending}`, type, fileText(file, ending)));
    },
  }));

/** One file of a format of its own. */
export const fileItem = (label: string, hint: string, of: Late<ExportFile | readonly ExportFile[]>): ExportItem => ({
  label,
  hint,
  save: async () => {
    for (const file of [await of()].flat()) download(file);
  },
});
