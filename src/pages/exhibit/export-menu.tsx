/** What the exhibit can be saved as. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import controls from '../../panels/controls.module.css';
import { download } from '../../panels/download.ts';
import { closePopup, Popup } from '../../panels/popup.tsx';
import { evidenceFile, pngFile, svgFile, traceFiles } from './export-files.ts';
import css from './export-menu.module.css';
import type { ExhibitModel } from './use-exhibit.ts';

export function ExportMenu({ model }: { model: ExhibitModel }) {
  const [failure, setFailure] = useState<string | null>(null);
  const png = () => {
    setFailure(null);
    pngFile(model).then(download, error => setFailure((error as Error).message));
  };
  const items: readonly (readonly [label: string, hint: string, save: () => void])[] = [
    ['Pictures as SVG', 'text stays text', () => download(svgFile(model))],
    ['Pictures as PNG', 'twice the size', png],
    ['Traces as JSON Lines', 'a file per variant', () => traceFiles(model, 'json').forEach(download)],
    ['Traces as CSV', 'a file per variant', () => traceFiles(model, 'csv').forEach(download)],
    ['Evidence as JSON', 'with the link', () => download(evidenceFile(model, 'json'))],
    ['Evidence as CSV', 'one value a row', () => download(evidenceFile(model, 'csv'))],
  ];
  return (
    <>
      <Popup
        className={controls.button}
        data-collapses
        aria-label="Export"
        label="Export"
        content={items.map(([name, hint, save]) => (
          <button
            key={name}
            type="button"
            className={css.item}
            onClick={event => {
              closePopup(event.currentTarget);
              save();
            }}
          >
            {name} <small>{hint}</small>
          </button>
        ))}
      >
        <Download size={16} strokeWidth={1.75} aria-hidden /> <span>Export</span>
      </Popup>
      {failure && (
        <span role="alert" className={css.failure}>
          {failure}
        </span>
      )}
    </>
  );
}
