/** What the page can be saved as. */
import { download, type ExportFile } from '../../panels/download.ts';
import { type ExportItem, ExportMenu } from '../../panels/export-menu.tsx';
import type { Found } from './finder-rows.ts';
import type { SwizzleDrawing } from './swizzle-files.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./swizzle-files.ts');

type Files = Awaited<ReturnType<typeof files>>;
type FileOf = (files: Files) => ExportFile | Promise<ExportFile>;

const item = (label: string, hint: string, fileOf: FileOf): ExportItem => ({
  label,
  hint,
  save: async () => download(await fileOf(await files())),
});

export function SwizzleExport({ found, ...drawn }: SwizzleDrawing & { readonly found: Found | null }) {
  const items = [
    item('Pictures as SVG', 'text stays text', ({ svgFile }) => svgFile(drawn)),
    item('Pictures as PNG', 'twice the size', ({ pngFile }) => pngFile(drawn)),
    item('Accesses as CSV', 'wavefronts', ({ accessesFile }) => accessesFile(drawn)),
    item('Places as CSV', 'piece by piece', ({ placesFile }) => placesFile(drawn)),
    item('All as JSON', 'names, accesses, places', ({ pageFile }) => pageFile(drawn)),
  ];
  if (found !== null) {
    items.push(item('Patterns as CSV', 'all that were found', ({ foundFile }) => foundFile(found, 'csv')));
    items.push(item('Patterns as JSON', 'all that were found', ({ foundFile }) => foundFile(found, 'json')));
  }
  return <ExportMenu items={items} />;
}
