/** Checks how much of a text is parsed: all of it for an outline, one kernel for a launch; each only once. */
import { expect, test } from 'vitest';
import type { Launch } from '../../trace/launch.ts';
import { kernelModuleOf, moduleOf, wholeModuleOf } from './kept-modules.ts';
import { MOST_READ_WHOLE, readOutline } from './outline-job.ts';

const entry = (name: string, body: string) => `.visible .entry ${name}() { ${body} }`;
const textOf = (...entries: readonly string[]) =>
  ['.version 9.0', '.target sm_90', '.address_size 64', ...entries].join('\n');
const launchOf = (name: string): Launch => ({
  entry: name,
  grid: [1, 1, 1],
  block: [1, 1, 1],
  buffers: [],
  params: [],
});

test('a launch asks for its kernel alone, and the outline finds what is wrong elsewhere', () => {
  const text = textOf(entry('right', 'ret;'), entry('wrong', 'bra nowhere;'));
  const module = moduleOf(text, launchOf('right'));
  expect(module.ok && module.value.functions.map(({ name, unread }) => [name, unread])).toEqual([
    ['right', false],
    ['wrong', true],
  ]);
  expect(moduleOf(text, launchOf('wrong'))).toMatchObject({ ok: false });
  expect(wholeModuleOf(text)).toMatchObject({ ok: false });
});

test('each is read once, and the whole serves all launches', () => {
  const text = textOf(entry('a', 'ret;'), entry('b', 'ret;'));
  const moduleIn = (result: ReturnType<typeof wholeModuleOf>) => (result.ok ? result.value : null);
  const ofA = moduleIn(moduleOf(text, launchOf('a')));
  expect(moduleIn(moduleOf(text, launchOf('a')))).toBe(ofA);
  expect(moduleIn(moduleOf(text, launchOf('b')))).not.toBe(ofA);
  const whole = moduleIn(wholeModuleOf(text));
  expect(whole?.functions.map(({ unread }) => unread)).toEqual([false, false]);
  expect(moduleIn(moduleOf(text, launchOf('a')))).toBe(whole);
  expect(moduleIn(wholeModuleOf(text))).toBe(whole);
});

test('no launch of a name that no kernel has reads a body', () => {
  const text = textOf(entry('a', 'ret;'), entry('b', 'bra nowhere;'));
  const module = moduleOf(text, launchOf('c'));
  expect(module.ok && module.value.functions.every(({ unread }) => unread)).toBe(true);
});

test('of a text one kernel may be asked for: the first where the name is none of its kernels', () => {
  const text = textOf(entry('a', 'ret;'), entry('b', 'exit;'));
  const read = (name: string | undefined) => {
    const module = kernelModuleOf(text, name);
    return module.ok && module.value.functions.filter(({ unread }) => !unread).map(fn => fn.name);
  };
  expect([read(undefined), read('b'), read('c')]).toEqual([['a'], ['b'], ['a']]);
});

test('a long text has the outline of one kernel, and the names of all', () => {
  const comment = `// ${'-'.repeat(MOST_READ_WHOLE)}\n`;
  const entries = [entry('a', 'ret;'), entry('b', '.reg .b32 %r<2>; mov.u32 %r1, %tid.x; ret;'), entry('c', 'bra no;')];
  const outlineOf = (text: string) => {
    const outline = readOutline({ ptx: text, cuda: '', kernel: 'b' });
    return outline.ok && [outline.value.kernels.map(({ name }) => name), outline.value.entries.map(({ name }) => name)];
  };
  expect(outlineOf(textOf(...entries))).toBe(false);
  expect(outlineOf(`${textOf(...entries.slice(0, 2))}\n`)).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  expect(outlineOf(textOf(comment, ...entries))).toEqual([['a', 'b', 'c'], ['b']]);
});
