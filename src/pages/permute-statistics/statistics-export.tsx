/** What the statistics can be saved as. */
import { download } from '../../panels/download.ts';
import { type ExportItem, ExportMenu } from '../../panels/export-menu.tsx';
import type { Theme } from '../../pictures/theme.ts';
import type { CountedSet, PictureName, TableName } from './statistics-files.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./statistics-files.ts');

const pictureItems = (counted: CountedSet, theme: Theme, picture: PictureName, label: string): ExportItem[] => [
  {
    label: `${label} as SVG`,
    hint: 'text stays text',
    save: async () => download((await files()).svgFile(counted, picture, theme)),
  },
  {
    label: `${label} as PNG`,
    hint: 'twice the size',
    save: async () => download(await (await files()).pngFile(counted, picture, theme)),
  },
];

const tableItems = (counted: CountedSet, table: TableName, label: string, hint: string): ExportItem[] =>
  (['csv', 'json'] as const).map(format => ({
    label: `${label} as ${format.toUpperCase()}`,
    hint,
    save: async () => download((await files()).tableFile(counted, table, format)),
  }));

export function StatisticsExport({ counted, theme }: { readonly counted: CountedSet; readonly theme: Theme }) {
  const items = [
    ...pictureItems(counted, theme, 'distributions', 'Pictures'),
    ...tableItems(counted, 'strategies', 'Strategies', 'the table'),
    ...tableItems(counted, 'distributions', 'Distributions', 'the bars'),
    ...tableItems(counted, 'cases', 'Cases', 'each with each strategy'),
  ];
  const timed = [
    ...pictureItems(counted, theme, 'measured', 'Strips'),
    ...tableItems(counted, 'measured', 'Times', 'with where they come from'),
  ];
  return <ExportMenu items={counted.measured === null ? items : [...items, ...timed]} />;
}
