/** The browser's own file dialog behind a button. */
import { FolderOpen } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import type { DocumentOpener } from './document-opener.ts';
import { chosenPaths } from './dropped-files.ts';

export const OpenButton = ({ opener }: { opener: DocumentOpener }) => (
  <ChooseButton
    opener={opener}
    label="Open"
    name="Files to open"
    accept=".ptx,.cu,.cuh,.json,.tar"
    multiple
    data-collapses
  />
);

/** Button that chooses the PTX of CUDA that cannot be compiled here. */
export const OpenPtxButton = ({ opener }: { opener: DocumentOpener }) => (
  <ChooseButton opener={opener} label="Open its PTX …" name="PTX to open" accept=".ptx" isPrimary />
);

/** Button that chooses the folder of a capture. */
export const FolderButton = ({ opener }: { opener: DocumentOpener }) => (
  <ChooseButton opener={opener} label="Choose its folder …" name="Folder of a capture" webkitdirectory="" />
);

interface ChooseButtonProps extends Pick<ComponentProps<'input'>, 'accept' | 'multiple'> {
  /** All files of one folder; React's types have no name for it. */
  readonly webkitdirectory?: string;
  readonly opener: DocumentOpener;
  readonly label: string;
  /** Name of the field behind the button. */
  readonly name: string;
  readonly 'data-collapses'?: boolean;
  readonly isPrimary?: boolean;
}

function ChooseButton({ opener, label, name, isPrimary, 'data-collapses': collapses, ...field }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={isPrimary ? 'button primary' : 'button'}
        data-collapses={collapses}
        onClick={() => input.current?.click()}
      >
        <FolderOpen size={16} strokeWidth={1.75} aria-hidden /> <span>{label}</span>
      </button>
      <input
        {...field}
        ref={input}
        type="file"
        hidden
        aria-label={name}
        onChange={event => {
          void opener.openFiles(chosenPaths([...(event.target.files ?? [])]));
          // The same file may be chosen again after a change on the disk.
          event.target.value = '';
        }}
      />
    </>
  );
}
