/** Whether a buffer holds what is expected, in a sentence with the first element that is not. */
import { Check, X } from 'lucide-react';
import { count } from '../../../base/numbers.ts';
import { valueText } from '../../../model/values/value-text.ts';
import { elementAt } from '../../../trace/launch-bytes.ts';
import type { BufferCheck, BufferView } from './buffer-list.ts';

interface BufferVerdictProps {
  readonly buffer: BufferView;
  readonly check: BufferCheck;
  /** Whether a GPU answered what is expected. */
  readonly isMeasured: boolean;
}

export function BufferVerdict({ buffer, check, isMeasured }: BufferVerdictProps) {
  const { wrong, unwritten, firstWrong } = check;
  if (firstWrong === null)
    return (
      <p className="lead tinted" data-tone="ok">
        <Check size={16} strokeWidth={2} aria-hidden /> All {count(buffer.length)} elements are as{' '}
        {isMeasured ? 'measured' : 'expected'}.
      </p>
    );
  const found = valueText(elementAt(buffer.bytes, buffer.type, firstWrong), buffer.type);
  const never = unwritten === 0 ? '' : `, ${count(unwritten)} of them never written`;
  return (
    <p className="lead tinted" data-tone={isMeasured ? 'warn' : 'conflict'}>
      <X size={16} strokeWidth={2} aria-hidden />
      <span>
        {count(wrong)} of {count(buffer.length)} {isMeasured ? 'are not as measured' : 'are wrong'}
        {never}. The first is{' '}
        <code>
          {buffer.name}[{firstWrong}]
        </code>
        : found <code>{found}</code>, {isMeasured ? 'measured' : 'expected'} <code>{check.expectedAt(firstWrong)}</code>
        .
      </span>
    </p>
  );
}
