/** Names the document and saves it as one JSON file; its PTX or CUDA alone as well. */
import { Save } from 'lucide-react';
import controls from '../../panels/controls.module.css';
import { download, textFile } from '../../panels/download.ts';
import { closePopup, Popup } from '../../panels/popup.tsx';
import { useWorkbench } from '../../state/workbench-store.ts';
import { fileStem } from './findings/finding-files.ts';
import css from './save-menu.module.css';
import type { VersionModel } from './use-versions.ts';

export const SaveMenu = ({ version }: { version: VersionModel }) => (
  <Popup className={controls.button} label="Save" panelClassName={css.panel} content={<SaveFields version={version} />}>
    <Save size={16} strokeWidth={1.75} aria-hidden /> <span>Save</span>
  </Popup>
);

const MAX_TITLE_CHARACTERS = 200;

function SaveFields({ version: { letter, document } }: { version: VersionModel }) {
  const { edit, markSaved } = useWorkbench.getState();
  const { title, source } = document;
  const saveDocument = () => {
    markSaved(letter);
    download(textFile(`${fileStem(title)}.json`, 'application/json', `${JSON.stringify(document, null, 2)}\n`));
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        closePopup(event.currentTarget);
        saveDocument();
      }}
    >
      <label>
        Title
        <input
          value={title}
          maxLength={MAX_TITLE_CHARACTERS}
          required
          onChange={event => edit(letter, { title: event.target.value })}
        />
      </label>
      <button type="submit" className={`${controls.button} ${controls.primary}`}>
        Save source and launch
      </button>
      <button
        type="button"
        className={controls.button}
        onClick={() => download(textFile(source.name, 'text/plain', source.text))}
      >
        Save {source.name} alone
      </button>
    </form>
  );
}
