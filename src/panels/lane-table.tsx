/** 32 byte offsets, one field a lane: an empty one is an idle lane. */
import { err, ok, type Result } from '../base/result.ts';
import { DraftField } from './kit/draft-fields.tsx';
import { useDraft } from './kit/use-draft.ts';
import css from './lane-table.module.css';

interface LaneTableProps {
  /** Offset of each lane; null if the lane is idle. */
  readonly offsets: readonly (number | null)[];
  readonly isLocked: boolean;
  readonly titleOf: (lane: number, offset: number | null) => string;
  /** Takes the offsets, or says why not. */
  readonly onOffsets: (offsets: readonly (number | null)[]) => string | null;
}

export const LaneTable = ({ offsets, isLocked, titleOf, onOffsets }: LaneTableProps) => (
  <fieldset className={`stack ${css.table}`} disabled={isLocked}>
    <legend>By lane</legend>
    {[...offsets.entries()].map(([lane, offset]) => (
      <LaneField
        key={lane}
        lane={lane}
        offset={offset}
        help={titleOf(lane, offset)}
        onOffset={changed => onOffsets(offsets.with(lane, changed))}
      />
    ))}
  </fieldset>
);

interface LaneFieldProps {
  readonly lane: number;
  readonly offset: number | null;
  readonly help: string;
  readonly onOffset: (offset: number | null) => string | null;
}

function LaneField({ lane, offset, help, onOffset }: LaneFieldProps) {
  const draft = useDraft({ value: String(offset ?? ''), parse: readOffset, take: onOffset });
  return <DraftField layout="bare" label={`Lane ${lane}`} help={help} draft={draft} kind="number" />;
}

const readOffset = (text: string): Result<number | null, string> =>
  /^\d*$/.test(text.trim())
    ? ok(text.trim() === '' ? null : Number(text))
    : err('a whole number of bytes, or nothing for an idle lane');
