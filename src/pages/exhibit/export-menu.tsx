/** What the exhibit can be saved as. */
import { download } from '../../panels/download.ts';
import { type ExportItem, ExportMenu as Menu } from '../../panels/export-menu.tsx';
import type { ExhibitModel } from './use-exhibit.ts';

/** The code behind files comes with the first of them: the pictures on screen need none of it. */
const files = () => import('./export-files.ts');

export function ExportMenu({ model }: { model: ExhibitModel }) {
  const saveSvg = async () => download((await files()).svgFile(model));
  const savePng = async () => download(await (await files()).pngFile(model));
  const saveTraces = async (format: 'json' | 'csv') => (await files()).traceFiles(model, format).forEach(download);
  const saveEvidence = async (format: 'json' | 'csv') => download((await files()).evidenceFile(model, format));
  const items: readonly ExportItem[] = [
    { label: 'Pictures as SVG', hint: 'text stays text', save: saveSvg },
    { label: 'Pictures as PNG', hint: 'twice the size', save: savePng },
    { label: 'Traces as JSON Lines', hint: 'a file per variant', save: () => saveTraces('json') },
    { label: 'Traces as CSV', hint: 'a file per variant', save: () => saveTraces('csv') },
    { label: 'Evidence as JSON', hint: 'with the link', save: () => saveEvidence('json') },
    { label: 'Evidence as CSV', hint: 'one value a row', save: () => saveEvidence('csv') },
    ...(model.exhibit.exports?.(model.stage) ?? []),
  ];
  return <Menu items={items} />;
}
