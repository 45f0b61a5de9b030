/** Whether a buffer holds what is expected, in a sentence with the first element that is not. */
import { Check, X } from 'lucide-react';
import { count } from '../../../base/numbers.ts';
import { valueText } from '../../../model/values/value-text.ts';
import { elementAt } from '../../../trace/launch-bytes.ts';
import type { BufferCheck, BufferView } from './buffer-list.ts';

export function BufferVerdict({ buffer, check }: { readonly buffer: BufferView; readonly check: BufferCheck }) {
  const { wrong, unwritten, firstWrong } = check;
  if (firstWrong === null)
    return (
      <p className="lead tinted" data-tone="ok">
        <Check size={16} strokeWidth={2} aria-hidden /> All {count(buffer.length)} elements are as expected.
      </p>
    );
  const found = valueText(elementAt(buffer.bytes, buffer.type, firstWrong), buffer.type);
  const never = unwritten === 0 ? '' : `, ${count(unwritten)} of them never written`;
  return (
    <p className="lead tinted" data-tone="conflict">
      <X size={16} strokeWidth={2} aria-hidden />
      <span>
        {count(wrong)} of {count(buffer.length)} are wrong{never}. The first is{' '}
        <code>
          {buffer.name}[{firstWrong}]
        </code>
        : found <code>{found}</code>, expected <code>{check.expectedAt(firstWrong)}</code>.
      </span>
    </p>
  );
}
