import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../scripts/tree.ts';
import type { ReadableFile } from '../../contract/opened-files.ts';
import { filesNamedBy } from '../../ptx/outline/named-files.ts';
import { captureChoices } from './capture-choices.ts';
import { captureFolders } from './dropped-files.ts';
import { openedCapture, openedFiles, openedText } from './opened-files.ts';

const LONG = 2 ** 20;

// Each of these was read again from every one of its places: minutes, on the page's own thread.
test.each([
  ['empty lines', '\n'.repeat(LONG)],
  ['comments that are never closed', '/* '.repeat(LONG)],
  ['lists that are never closed', '{ "'.repeat(LONG)],
  ['spaces', ' '.repeat(LONG)],
  ['directives', '.version '.repeat(LONG / 8)],
])('a text of %s is opened as CUDA', async (_, text) => {
  const { document } = await openedText({ name: 'a.cu', text: `// x\n${text}` });
  expect(document.source).toMatchObject({ language: 'cuda', name: 'a.cu' });
});

test('a long PTX is searched once for its sources', () => {
  expect(filesNamedBy(`${'\n'.repeat(LONG)}.file 1 "a.cu"\n${'.file '.repeat(LONG)}`)).toEqual(['a.cu']);
});

test('a text that no document may have is refused in words', async () => {
  const opened = openedText({ name: 'a.cu', text: 'x'.repeat(2 ** 25 + 1) });
  await expect(opened).rejects.toThrow('a.cu has 33,554,433 characters; the workbench takes up to 33,554,432');
});

const fileOf = (name: string, text: string): ReadableFile => ({
  name,
  size: text.length,
  text: () => Promise.resolve(text),
  arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
});

test.each([
  ['train.py', 'import torch', 'train.py is neither PTX (it has no .version) nor CUDA (it has no __global__)'],
  ['list.json', '[1, 2]', 'list.json is neither PTX'],
  ['package.json', '{"name": "x"}', 'package.json is neither a saved document (it has no "source") nor a launch'],
  ['photo.png', '\0PNG', 'photo.png is not text. The workbench opens .ptx, .cu'],
  ['empty.ptx', ' \n', 'empty.ptx is empty'],
])('%s is refused in words', async (name, text, words) => {
  await expect(openedFiles(new Map([[name, fileOf(name, text)]]))).rejects.toThrow(words);
});

test.each([
  ['kernel.h', '__global__ void k() {}', 'cuda'],
  ['include.cu', '#include "kernel.h"', 'cuda'],
  ['pasted', '.version 8.0\n.target sm_90\n', 'ptx'],
])('%s is opened', async (name, text, language) => {
  const found = await openedFiles(new Map([[name, fileOf(name, text)]]));
  expect(found).toMatchObject({ kind: 'document', opened: { document: { source: { language, text } } } });
});

const OWN = { name: 'my sum.cu', text: '__global__ void sum(const float *in) {}' };
const COMPILED = '.version 8.0\n.target sm_90\n';
const listingsOf = async (name: string, text: string, more: Readonly<Record<string, string>> = {}) => {
  const files = Object.entries({ [name]: text, ...more }).map(([path, of]) => [path, fileOf(path, of)] as const);
  const found = await openedFiles(new Map(files), null, OWN);
  return found.kind === 'document' ? found.opened.listings : null;
};

test('the open CUDA stays beside PTX that was made from it, and beside no other', async () => {
  expect(await listingsOf('my sum.ptx', COMPILED)).toEqual([OWN]);
  expect(await listingsOf('out.ptx', `${COMPILED}.file 1 "kernels/my sum.cu"\n`)).toEqual([OWN]);
  expect(await listingsOf('out.ptx', `${COMPILED}.file 1 "kernels/sum.cu"\n`)).toEqual([]);
  expect(await listingsOf('my sum.cu', OWN.text)).toEqual([]);
  const other = { name: 'my sum.cu', text: '// as it was compiled' };
  expect(await listingsOf('my sum.ptx', COMPILED, { [other.name]: other.text })).toEqual([other]);
});

/** Files of a recorded capture, which note that they were read. `above`: the folder around it, with a slash. */
function captureFiles(name: string, read: string[], above = ''): [string, ReadableFile][] {
  const folder = join(projectRoot, 'cli/fixtures/captures', name);
  const description = JSON.parse(readFileSync(join(folder, 'capture.json'), 'utf8'));
  const pieces = [...description.buffers, ...description.globals].flatMap(({ before, after }) => [before, after]);
  const paths = ['capture.json', description.ptx.file, ...pieces.filter(path => typeof path === 'string')];
  return paths.map(path => {
    const bytes = readFileSync(join(folder, path));
    const whole = `${above}${name}/${path}`;
    const noted = <T>(value: T): Promise<T> => {
      read.push(whole);
      return Promise.resolve(value);
    };
    const text = () => noted(bytes.toString());
    const arrayBuffer = () => noted(new Uint8Array(bytes).buffer);
    return [whole, { name: path.split('/').at(-1)!, size: bytes.length, text, arrayBuffer }];
  });
}

test('of several captures only the descriptions are read, and everything of the one that is chosen', async () => {
  const read: string[] = [];
  const own = captureFiles('scale', read);
  const found = await openedFiles(new Map([...captureFiles('weigh', read), ...own, ...captureFiles('copy-box', read)]));
  if (found.kind !== 'captures') throw new Error('expected captures to choose from');
  const choices = await captureChoices(found.folders);
  expect(choices.map(({ canOpen }) => canOpen)).toEqual([true, true, true]);
  expect(read.sort()).toEqual(['copy-box/capture.json', 'scale/capture.json', 'weigh/capture.json']);
  await openedCapture(choices.find(({ folder }) => folder.name === 'scale')!.folder);
  const others = read.filter(path => !path.startsWith('scale/'));
  expect(others).toEqual(['copy-box/capture.json', 'weigh/capture.json']);
  expect(new Set(read.filter(path => path.startsWith('scale/')))).toEqual(new Set(own.map(([path]) => path)));
});

test('a description that is too long is not read for the choice', async () => {
  const read: string[] = [];
  const files = captureFiles('scale', read).map(([path, file]): [string, ReadableFile] => [
    path,
    path.endsWith('/capture.json') ? { ...file, size: 2 ** 30 } : file,
  ]);
  const [choice] = await captureChoices(captureFolders(new Map(files)));
  expect(choice).toMatchObject({ canOpen: false, words: `damaged: capture.json has ${2 ** 30} bytes` });
  expect(read).toEqual([]);
});

test('captures of two runs that have the same name are told apart by their folders', async () => {
  const runs = ['first/', 'second/'].flatMap(above => captureFiles('scale', [], above));
  const found = await openedFiles(new Map([...runs, ...captureFiles('weigh', [], 'first/')]));
  const names = found.kind === 'captures' ? found.folders.map(({ name }) => name) : [];
  expect(names).toEqual(['first/scale', 'weigh', 'second/scale']);
});

test('several .ptx are one program, with the .cu beside it', async () => {
  const file = (name: string, text: string): [string, ReadableFile] => {
    const bytes = new TextEncoder().encode(text);
    return [
      name,
      {
        name,
        size: bytes.length,
        text: () => Promise.resolve(text),
        arrayBuffer: () => Promise.resolve(bytes.buffer),
      },
    ];
  };
  const ptx = '.version 8.0\n.target sm_90\n.address_size 64';
  const paths = new Map([file('a.ptx', ptx), file('k.cu', '// CUDA'), file('b.ptx', ptx)]);
  const found = await openedFiles(paths);
  if (found.kind !== 'document') throw new Error('expected a document');
  expect(found.opened.document.source).toEqual({ language: 'ptx', name: 'a + b.ptx', text: `${ptx}\n${ptx}\n` });
  expect(found.opened.listings.map(({ name }) => name)).toEqual(['k.cu']);
});
