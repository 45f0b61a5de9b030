/** What a comparison can be saved as. */
import { download, type ExportFile } from '../../panels/download.ts';
import { ExportMenu } from '../../panels/export-menu.tsx';
import type { ThemedProps } from '../../pictures/props.ts';
import type { RunComparison } from './comparison.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./runs-files.ts');
type Files = Awaited<ReturnType<typeof files>>;

export function RunsExport({ comparison, theme }: ThemedProps & { readonly comparison: RunComparison }) {
  const item = (label: string, hint: string, fileOf: (of: Files) => ExportFile | Promise<ExportFile>) => ({
    ...{ label, hint },
    save: async () => download(await fileOf(await files())),
  });
  const items = [
    item('Pictures as SVG', 'text stays text', of => of.svgFile(comparison, theme)),
    item('Pictures as PNG', 'twice the size', of => of.pngFile(comparison, theme)),
    item('Table as CSV', 'a run each', of => of.tableFile(comparison)),
    item('Samples as CSV', 'with clocks', of => of.samplesFile(comparison)),
    item('Records as JSON', 'everything', of => of.recordsFile(comparison)),
  ];
  return <ExportMenu items={items} />;
}
