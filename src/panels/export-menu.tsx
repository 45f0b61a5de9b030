/** What a page can be saved as, in one menu. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import controls from './controls.module.css';
import css from './export-menu.module.css';
import type { ExportItem } from './kit/exports.ts';
import { closePopup, Popup } from './popup.tsx';

export function ExportMenu({ items }: { items: readonly ExportItem[] }) {
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
      <Popup
        className={controls.button}
        data-collapses
        aria-label="Export"
        label="Export"
        content={items.map(item => (
          <button
            key={item.label}
            type="button"
            className={css.item}
            onClick={event => {
              closePopup(event.currentTarget);
              void save(item);
            }}
          >
            {item.label} <small>{item.hint}</small>
          </button>
        ))}
      >
        <Download size={16} strokeWidth={1.75} aria-hidden /> <span>Export</span>
      </Popup>
      {failure && (
        <span role="alert" className="bad">
          {failure}
        </span>
      )}
    </>
  );
}
