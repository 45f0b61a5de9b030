/**
 * Actions in the header for the shown document: open, fork, save and share. They form a menu if there is no room for
 * buttons.
 */
import { FileCode, GitFork } from 'lucide-react';
import { Popup } from '../../panels/kit/popup.tsx';
import { CopyDocumentLink } from './copy-document-link.tsx';
import css from './document-actions.module.css';
import type { DocumentOpener } from './document-opener.ts';
import { OpenButton } from './open-button.tsx';
import { SaveMenu } from './save-menu.tsx';
import type { VersionModel } from './use-versions.ts';

export interface DocumentProps {
  readonly shown: VersionModel;
  readonly opener: DocumentOpener;
  readonly onFork: () => void;
}

export function DocumentActions({ opener, onFork, shown }: DocumentProps) {
  return (
    <>
      <OpenButton opener={opener} />
      <button type="button" className="button" data-collapses onClick={onFork}>
        <GitFork size={16} strokeWidth={1.75} aria-hidden /> <span>Fork kernel …</span>
      </button>
      <SaveMenu version={shown} />
      <CopyDocumentLink document={shown.document} />
    </>
  );
}

export const FileMenu = (props: DocumentProps) => (
  <Popup
    className="button"
    data-collapses
    label="File"
    panelClassName={css.menu}
    content={<DocumentActions {...props} />}
  >
    <FileCode size={16} strokeWidth={1.75} aria-hidden /> <span>File</span>
  </Popup>
);
