import { expect, it } from 'vitest';
import { startLine } from './start-line.ts';

const PTX = `.version 9.0
.target sm_90
.file 1 "first.py"
.file 2 "second.py"
.visible .entry first(.param .u64 p)
{
.loc 1 4 1
ret;
}
.visible .entry _Z6secondIfEvPT_(.param .u64 p)
{
.loc 2 30 1
.loc 1 0 1
.loc 1 12 1
.loc 2 21 7
.loc 2 3 7, function_name $L__info_string0, inlined_at 2 30 1
ret;
}
`;
const CUDA = `__device__ float second(float);
template <class T>
__global__ void __launch_bounds__(128)
first(T* out) {}
__global__ void second(float* out) {}
`;
const documentOf = (language: 'ptx' | 'cuda', text: string, entry?: string) =>
  ({ source: { language, name: 'k', text }, launch: { entry } }) as Parameters<typeof startLine>[1];
const tab = (language: 'ptx' | 'cuda' | 'python', name: string, text = '', editable = false) => ({
  ...{ language, name, text, editable },
});

it.each([
  ['_Z6secondIfEvPT_', 10],
  ['first', 5],
  [undefined, 5],
  ['other', 1],
])('PTX with several kernels opens at that of the launch: %s', (entry, line) => {
  expect(startLine(tab('ptx', 'k.ptx', PTX, true), documentOf('ptx', PTX, entry), null)).toBe(line);
});

it('a source opens at the first line that the kernel was made from', () => {
  const document = documentOf('ptx', PTX, '_Z6secondIfEvPT_');
  expect(startLine(tab('python', 'second.py'), document, null)).toBe(21);
  expect(startLine(tab('python', 'first.py'), document, null)).toBe(12);
  expect(startLine(tab('cuda', 'none.cu'), document, null)).toBe(1);
  expect(startLine(tab('python', 'first.py'), documentOf('ptx', PTX, 'first'), null)).toBe(4);
});

it('CUDA opens at the kernel of the launch, by either name', () => {
  const of = (entry?: string) => startLine(tab('cuda', 'k.cu', CUDA, true), documentOf('cuda', CUDA, entry), null);
  expect([of('second'), of('_Z6secondIfEvPT_'), of('first'), of()]).toEqual([5, 5, 3, 3]);
  const bounded = `__global__ void other() {}\n${CUDA}`;
  expect(startLine(tab('cuda', 'k.cu', bounded, true), documentOf('cuda', bounded, 'first'), null)).toBe(4);
  expect(startLine(tab('cuda', 'k.cu', 'int x;', true), documentOf('cuda', 'int x;'), null)).toBe(1);
});
