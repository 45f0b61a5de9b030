/** One menu with every file as which a page can be saved. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ExportItem } from './exports.ts';
import { Menu } from './menu.tsx';

export function ExportMenu({ items }: { readonly items: readonly ExportItem[] }) {
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (item: ExportItem) => {
    setFailure(null);
    try {
      await item.save();
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <>
      <Menu
        className="button"
        data-collapses
        aria-label="Export"
        label="Export"
        items={items.map(item => ({ ...item, onPick: () => void save(item) }))}
      >
        <Download size={16} strokeWidth={1.75} aria-hidden /> <span>Export</span>
      </Menu>
      {failure && (
        <span role="alert" className="bad">
          {failure}
        </span>
      )}
    </>
  );
}
