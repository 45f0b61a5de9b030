/** What the exhibit can be saved as. */
import { download } from '../../panels/download.ts';
import { type ExportItem, ExportMenu as Menu } from '../../panels/export-menu.tsx';
import { evidenceFile, pngFile, svgFile, traceFiles } from './export-files.ts';
import type { ExhibitModel } from './use-exhibit.ts';

export function ExportMenu({ model }: { model: ExhibitModel }) {
  const items: readonly ExportItem[] = [
    { label: 'Pictures as SVG', hint: 'text stays text', save: () => download(svgFile(model)) },
    { label: 'Pictures as PNG', hint: 'twice the size', save: async () => download(await pngFile(model)) },
    {
      label: 'Traces as JSON Lines',
      hint: 'a file per variant',
      save: () => traceFiles(model, 'json').forEach(download),
    },
    { label: 'Traces as CSV', hint: 'a file per variant', save: () => traceFiles(model, 'csv').forEach(download) },
    { label: 'Evidence as JSON', hint: 'with the link', save: () => download(evidenceFile(model, 'json')) },
    { label: 'Evidence as CSV', hint: 'one value a row', save: () => download(evidenceFile(model, 'csv')) },
  ];
  return <Menu items={items} />;
}
