/** What a launch left when it was run once more: its addresses are others than the recorded ones. */
import { fieldBytes } from '../trace/launch.ts';
import { expectedBytes } from './expectation.ts';
import type { WorkbenchDocument } from './workbench-document.ts';

/** Contents by buffer, with the recorded bytes where a recorded address or tensor map lies: those count as equal. */
export function withRecordedAddresses(
  { launch, expectations }: WorkbenchDocument,
  found: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Map<string, Uint8Array<ArrayBuffer>> {
  const own = new Map(found);
  for (const { buffer: name, by } of expectations) {
    const fields = 'fields' in by ? (by.fields ?? []) : [];
    const buffer = launch.buffers.find(each => each.name === name);
    const bytes = found.get(name);
    if (bytes === undefined || buffer === undefined || fields.length === 0) continue;
    const expected = expectedBytes(by, buffer, launch);
    if (!expected.ok) continue;
    const copy = bytes.slice();
    for (const field of fields) {
      const end = field.offset + fieldBytes(field);
      copy.set(expected.value.subarray(field.offset, end), field.offset);
    }
    own.set(name, copy);
  }
  return own;
}
