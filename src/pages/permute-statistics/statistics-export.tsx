/** Menu of the files as which the statistics can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { pictureItems, tableItems } from '../../panels/kit/exports.ts';
import type { Theme } from '../../pictures/theme.ts';
import type { CountedSet, PictureName, TableName } from './statistics-files.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./statistics-files.ts');

export function StatisticsExport({ counted, theme }: { readonly counted: CountedSet; readonly theme: Theme }) {
  const pictures = (label: string, picture: PictureName) =>
    pictureItems(label, async () => (await files()).pictureFile(counted, picture, theme));
  const tables = (label: string, hint: string, table: TableName) =>
    tableItems(label, hint, async () => (await files()).tableFile(counted, table));
  const items = [
    ...pictures('Pictures', 'distributions'),
    ...tables('Strategies', 'the table', 'strategies'),
    ...tables('Distributions', 'the bars', 'distributions'),
    ...tables('Cases', 'each with each strategy', 'cases'),
  ];
  if (counted.measured !== null)
    items.push(...pictures('Strips', 'measured'), ...tables('Times', 'with where they come from', 'measured'));
  return <ExportMenu items={items} />;
}
