/** A file's bytes. What was there before stays until another file is read. */
import { useId, useState } from 'react';
import { FieldFrame, fieldProps } from '../../../panels/kit/draft-fields.tsx';

interface FileFieldProps {
  readonly label: string;
  /** Words about the current content. */
  readonly note: string;
  readonly error: string | null;
  readonly onBytes: (bytes: Uint8Array) => void;
}

/** A document holds the file as text: more would make it hard to keep. */
const MOST_BYTES = 2 ** 24;

export function FileField({ label, note, error, onBytes }: FileFieldProps) {
  const id = useId();
  const { refused, read } = useFile(onBytes);
  const problem = refused ?? error;
  return (
    <FieldFrame layout="stack" label={label} id={id} said={problem} hint={note}>
      <input
        {...fieldProps(id, { label, hint: note }, problem)}
        type="file"
        className="caption"
        onChange={event => void read(event.target.files?.[0])}
      />
    </FieldFrame>
  );
}

function useFile(onBytes: FileFieldProps['onBytes']) {
  const [refused, setRefused] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const isTooLarge = file.size > MOST_BYTES;
    setRefused(isTooLarge ? `${file.name} has more than ${MOST_BYTES / 2 ** 20} MiB` : null);
    if (!isTooLarge) onBytes(new Uint8Array(await file.arrayBuffer()));
  };
  return { refused, read };
}
