/** Results as files: pictures as SVG and PNG, tables as CSV and JSON, buffers as they are. */
import { csvText } from '../../../base/csv.ts';
import { type ExportFile, textFile } from '../../../panels/download.ts';
import { type FigureColumn, figuresSvg } from '../../../pictures/scene/figure-svg.ts';
import { svgToPng } from '../../../pictures/scene/png.ts';
import type { Theme } from '../../../pictures/theme.ts';
import type { Table } from '../../../pictures/view.ts';

export interface PictureFile {
  /** Without an ending. */
  readonly name: string;
  readonly title: string;
  /** What was run and how: kept in the file, not shown. */
  readonly description: string;
  readonly theme: Theme;
  readonly columns: readonly FigureColumn[];
  readonly unbanked: boolean;
}

export const svgFile = (picture: PictureFile): ExportFile =>
  textFile(`${picture.name}.svg`, 'image/svg+xml', figuresSvg(picture));

export const pngFile = async (picture: PictureFile): Promise<ExportFile> => ({
  name: `${picture.name}.png`,
  blob: await svgToPng(figuresSvg(picture)),
});

export function tableText({ columns, rows }: Table, format: 'csv' | 'json'): string {
  if (format === 'csv') return csvText([columns, ...rows]);
  const objects = rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  return `${JSON.stringify(objects, null, 2)}\n`;
}

export const tableFile = (name: string, table: Table, format: 'csv' | 'json'): ExportFile =>
  textFile(`${name}.${format}`, format === 'csv' ? 'text/csv' : 'application/json', tableText(table, format));

export const bytesFile = (name: string, bytes: Uint8Array): ExportFile => ({
  name: `${name}.bin`,
  blob: new Blob([bytes.slice()], { type: 'application/octet-stream' }),
});
