/** A whole number that may break rules: they are said beside it, with what would do. */
import type { CopyBreach } from '../../model/tma/box-copy.ts';
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { Remedy } from './mode-choice.tsx';

interface NumberEntryProps {
  readonly label: string;
  readonly value: number;
  /** Breach of this field; undefined if it breaks no rule. */
  readonly breach: CopyBreach | undefined;
  readonly onChange: (value: number) => void;
  readonly onRemedy: (breach: CopyBreach) => void;
}

export const NumberEntry = ({ label, value, breach, onChange, onRemedy }: NumberEntryProps) => (
  <span className="list">
    <NumberField layout="bare" {...{ label, value, onChange }} errorElsewhere={breach?.message} />
    {breach !== undefined && <Remedy label={label} breach={breach} onRemedy={onRemedy} />}
  </span>
);
