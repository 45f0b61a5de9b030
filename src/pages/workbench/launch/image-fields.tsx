/** A texture or a surface, which is changed in the launch's file: what it is, and its buffer. */
import { type ShownValue, shownInWords } from './image-words.ts';
import type { ValuePlace } from './launch-parts.ts';
import { TargetFields } from './value-fields.tsx';

interface ImageFieldsProps {
  readonly place: ValuePlace;
  readonly value: ShownValue;
  /** Name for a buffer of its own. */
  readonly name: string;
}

export function ImageFields({ place, value, name }: ImageFieldsProps) {
  return (
    <>
      <p className="caption">{shownInWords(value)}. Edit the launch file to change it.</p>
      <TargetFields {...{ place, value, name }} />
    </>
  );
}
