import { expect, test } from 'vitest';
import { filesNamedBy } from '../../ptx/outline/named-files.ts';
import { openedText } from './opened-files.ts';

const LONG = 2 ** 20;

// Each of these was read again from every one of its places: minutes, on the page's own thread.
test.each([
  ['empty lines', '\n'.repeat(LONG)],
  ['comments that are never closed', '/* '.repeat(LONG)],
  ['lists that are never closed', '{ "'.repeat(LONG)],
  ['spaces', ' '.repeat(LONG)],
  ['directives', '.version '.repeat(LONG / 8)],
])('a text of %s is opened as CUDA', async (_, text) => {
  const { document } = await openedText({ name: 'a.txt', text: `// x\n${text}` });
  expect(document.source).toMatchObject({ language: 'cuda', name: 'a.cu' });
});

test('a long PTX is searched once for its sources', () => {
  expect(filesNamedBy(`${'\n'.repeat(LONG)}.file 1 "a.cu"\n${'.file '.repeat(LONG)}`)).toEqual(['a.cu']);
});

test('a text that no document may have is refused in words', async () => {
  const opened = openedText({ name: 'a.cu', text: 'x'.repeat(2 ** 25 + 1) });
  await expect(opened).rejects.toThrow('a.cu has 33554433 characters; the workbench takes 32 Mi: open a smaller part');
});
