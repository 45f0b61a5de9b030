/** Menu of the files as which the page can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems } from '../../panels/kit/exports.ts';
import type { Found } from './finder-rows.ts';
import type { SwizzleDrawing } from './swizzle-files.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./swizzle-files.ts');

export function SwizzleExport({ found, ...drawn }: SwizzleDrawing & { readonly found: Found | null }) {
  const items = [
    ...pictureItems('Pictures', async () => (await files()).pictureFile(drawn)),
    fileItem('Accesses as CSV', 'wavefronts', async () => (await files()).accessesFile(drawn)),
    fileItem('Places as CSV', 'piece by piece', async () => (await files()).placesFile(drawn)),
    fileItem('All as JSON', 'names, accesses, places', async () => (await files()).pageFile(drawn)),
  ];
  if (found !== null)
    for (const format of ['csv', 'json'] as const)
      items.push(
        fileItem(`Patterns as ${format.toUpperCase()}`, 'all that were found', async () =>
          (await files()).foundFile(found, format),
        ),
      );
  return <ExportMenu items={items} />;
}
