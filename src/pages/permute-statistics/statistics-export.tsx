/** What the statistics can be saved as. */
import { download } from '../../panels/download.ts';
import { ExportMenu } from '../../panels/export-menu.tsx';
import type { Theme } from '../../pictures/theme.ts';
import type { Counted, TableName } from './statistics-files.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./statistics-files.ts');

export function StatisticsExport({ counted, theme }: { readonly counted: Counted; readonly theme: Theme }) {
  const saveSvg = async () => download((await files()).svgFile(counted, theme));
  const savePng = async () => download(await (await files()).pngFile(counted, theme));
  const tableItems = (table: TableName, label: string, hint: string) =>
    (['csv', 'json'] as const).map(format => ({
      label: `${label} as ${format.toUpperCase()}`,
      hint,
      save: async () => download((await files()).tableFile(counted, table, format)),
    }));
  const items = [
    { label: 'Pictures as SVG', hint: 'text stays text', save: saveSvg },
    { label: 'Pictures as PNG', hint: 'twice the size', save: savePng },
    ...tableItems('strategies', 'Strategies', 'the table'),
    ...tableItems('distributions', 'Distributions', 'the bars'),
    ...tableItems('cases', 'Cases', 'each with each strategy'),
  ];
  return <ExportMenu items={items} />;
}
