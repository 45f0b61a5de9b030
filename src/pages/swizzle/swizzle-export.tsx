/** What the page can be saved as. */
import { download } from '../../panels/download.ts';
import { ExportMenu } from '../../panels/export-menu.tsx';
import type { Found } from './finder-rows.ts';
import type { Drawn } from './swizzle-files.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./swizzle-files.ts');

export function SwizzleExport({ found, ...drawn }: Drawn & { readonly found: Found | null }) {
  const table = (found: Found, format: 'csv' | 'json') => ({
    label: `Patterns as ${format.toUpperCase()}`,
    hint: 'all that were found',
    save: async () => download((await files()).foundFile(found, format)),
  });
  const items = [
    { label: 'Pictures as SVG', hint: 'text stays text', save: async () => download((await files()).svgFile(drawn)) },
    {
      label: 'Pictures as PNG',
      hint: 'twice the size',
      save: async () => download(await (await files()).pngFile(drawn)),
    },
    ...(found === null ? [] : [table(found, 'csv'), table(found, 'json')]),
  ];
  return <ExportMenu items={items} />;
}
