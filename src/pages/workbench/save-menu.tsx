/** Names the document and saves it as one JSON file; its PTX or CUDA alone as well. */
import { Save } from 'lucide-react';
import { err, ok } from '../../base/result.ts';
import { savedDocument } from '../../contract/saved-document.ts';
import type { WorkbenchDocument, WorkbenchSource } from '../../contract/workbench-document.ts';
import { download, textFile } from '../../panels/download.ts';
import { TextField } from '../../panels/kit/draft-fields.tsx';
import { closePopup, Popup } from '../../panels/kit/popup.tsx';
import { useWorkbench, type VersionLetter } from '../../state/workbench-store.ts';
import { fileStem } from './findings/finding-files.ts';
import css from './save-menu.module.css';
import type { VersionModel } from './use-versions.ts';

export const SaveMenu = ({ version }: { version: VersionModel }) => (
  <Popup
    className="button"
    data-collapses
    label="Save"
    panelClassName={css.panel}
    content={<SaveFields version={version} />}
  >
    <Save size={16} strokeWidth={1.75} aria-hidden /> <span>Save</span>
  </Popup>
);

const MAX_TITLE_CHARACTERS = 200;

function SaveFields({ version }: { version: VersionModel }) {
  const { source } = version.document;
  const saved = savedDocument(version.document);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        closePopup(event.currentTarget);
        if (saved.ok) saveDocument(version.letter, saved.value);
      }}
    >
      <TitleField version={version} />
      <button type="submit" className="button primary" disabled={!saved.ok}>
        Save source and launch
      </button>
      {!saved.ok && <p className="caption">This cannot be saved as a document: {saved.error}.</p>}
      <button type="button" className="button" onClick={() => saveText(source)}>
        Save {source.name} alone
      </button>
      <button type="button" className="button" disabled={!saved.ok} onClick={() => saved.ok && saveLaunch(saved.value)}>
        Save the launch alone
      </button>
    </form>
  );
}

const TitleField = ({ version: { letter, document } }: { version: VersionModel }) => (
  <TextField
    layout="stack"
    label="Title"
    value={document.title}
    parse={readTitle}
    onChange={title => useWorkbench.getState().edit(letter, { title })}
  />
);

function saveDocument(letter: VersionLetter, document: WorkbenchDocument): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  download(textFile(`${fileStem(document.title)}.json`, 'application/json', text));
  useWorkbench.getState().markSaved(letter);
}

/** Saves the launch as `lanescape emulate --launch` reads it. */
const saveLaunch = ({ title, launch }: WorkbenchDocument): void =>
  download(textFile(`${fileStem(title)}.launch.json`, 'application/json', `${JSON.stringify(launch, null, 2)}\n`));

const readTitle = (text: string) =>
  text.trim() !== '' && text.length <= MAX_TITLE_CHARACTERS ? ok(text) : err(`1 to ${MAX_TITLE_CHARACTERS} characters`);

const saveText = ({ name, text }: WorkbenchSource): void => download(textFile(name, 'text/plain', text));
