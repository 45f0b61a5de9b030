/** 32 byte offsets, one field a lane: an empty one is an idle lane. */
import { useState } from 'react';
import css from './lane-table.module.css';

interface LaneTableProps {
  /** By lane; null where idle. */
  readonly offsets: readonly (number | null)[];
  readonly isLocked: boolean;
  readonly titleOf: (lane: number, offset: number | null) => string;
  /** Takes the offsets, or says why not. */
  readonly onOffsets: (offsets: readonly (number | null)[]) => string | null;
}

interface Draft {
  readonly lane: number;
  readonly text: string;
  readonly error: string;
}

export function LaneTable({ offsets, isLocked, titleOf, onOffsets }: LaneTableProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const enter = (lane: number, text: string) => {
    const error = problemOf(text) ?? onOffsets(offsets.with(lane, text.trim() === '' ? null : Number(text)));
    setDraft(error === null ? null : { lane, text, error });
  };
  return (
    <fieldset className={`list ${css.table}`} disabled={isLocked}>
      <legend>By lane</legend>
      {[...offsets.entries()].map(([lane, offset]) => (
        <input
          key={lane}
          aria-label={`Lane ${lane}`}
          title={titleOf(lane, offset)}
          inputMode="numeric"
          value={draft?.lane === lane ? draft.text : (offset ?? '')}
          aria-invalid={draft?.lane === lane}
          onChange={event => enter(lane, event.target.value)}
          onBlur={() => setDraft(null)}
        />
      ))}
      {draft && <p role="alert">{draft.error}</p>}
    </fieldset>
  );
}

const problemOf = (text: string): string | null =>
  /^\d*$/.test(text.trim()) ? null : 'A whole number of bytes, or nothing for an idle lane.';
