/**
 * File formats of pictures and tables: one row for each format, for every export menu of the program. A new format is
 * one more row here. The code that writes files is loaded with the first export.
 */
import { type CsvCell, csvText } from '../../base/csv.ts';
import type { FigureDocument } from '../../pictures/scene/figure-svg.ts';
import { download, type ExportFile, textFile } from '../download.ts';

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

/** Rows with a cell for each column. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

export interface TableFile {
  /** Name of the file, without an ending. */
  readonly name: string;
  readonly table: () => FileTable;
  /** Says more than the table; without it, the rows as objects. */
  readonly json?: () => unknown;
}

/** Width of a column of pictures in a file, in px, where a page has no reason for another. */
export const FILE_PX = 640;

interface TableFormat {
  readonly title: string;
  readonly ending: 'csv' | 'json';
  readonly type: string;
  readonly text: (file: TableFile) => string;
}

const TABLE_FORMATS: readonly TableFormat[] = [
  {
    title: 'CSV',
    ending: 'csv',
    type: 'text/csv',
    text: ({ table }) => {
      const { columns, rows } = table();
      return csvText([columns, ...rows]);
    },
  },
  {
    title: 'JSON',
    ending: 'json',
    type: 'application/json',
    text: ({ table, json = () => rowObjects(table()) }) => `${JSON.stringify(json(), null, 2)}\n`,
  },
];

/** `label` names what is saved: 'Accesses'. */
export const tableItems = (label: string, hint: string, of: Late<TableFile>): ExportItem[] =>
  TABLE_FORMATS.map(({ title, ending, type, text }) => ({
    label: `${label} as ${title}`,
    hint,
    save: async () => {
      const file = await of();
      download(textFile(`${file.name}.${ending}`, type, text(file)));
    },
  }));

/** Each row as an object by the names of the columns. */
export const rowObjects = ({ columns, rows }: FileTable) =>
  rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));

/** A table alone in one of the formats. */
export function tableText(table: FileTable, ending: TableFormat['ending']): string {
  const format = TABLE_FORMATS.find(each => each.ending === ending);
  return format === undefined ? '' : format.text({ name: '', table: () => table });
}

/** One file of a format of its own. */
export const fileItem = (label: string, hint: string, of: Late<ExportFile | readonly ExportFile[]>): ExportItem => ({
  label,
  hint,
  save: async () => {
    for (const file of [await of()].flat()) download(file);
  },
});
