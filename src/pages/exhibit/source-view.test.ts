import { expect, test } from 'vitest';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { type Access, TraceBuilder } from '../../trace/access-trace.ts';
import { warpAccess } from '../../trace/fixtures/warp-access.ts';
import { costsByFile, projectPath } from './source-view.ts';

const load = (file: string, line: number, stride: number): Access => warpAccess({ file, line }, lane => lane * stride);

test("the toolkit's own headers are no files of the project", () => {
  expect(projectPath('cuda/kernels/probe/words.cuh')).toBe('cuda/kernels/probe/words.cuh');
  expect(projectPath('/somewhere/else/cuda/include/tma.cuh')).toBe('cuda/include/tma.cuh');
  expect(projectPath('toolkit/sm_30_intrinsics.hpp')).toBeNull();
});

test('the worst request of each line, by file', () => {
  const trace = new TraceBuilder();
  trace.add(load('cuda/kernels/a/a.cu', 7, 4));
  trace.add(load('cuda/kernels/a/a.cu', 7, 128));
  trace.add(load('cuda/include/b.cuh', 7, 8));
  trace.add(load('cuda/include/b.cuh', 0, 8));
  trace.add(load('toolkit/c.hpp', 3, 8));
  trace.add({ ...load('cuda/kernels/a/a.cu', 9, 4), space: 'global' });
  expect(costsByFile(summaryOf(trace.finish()))).toEqual(
    new Map([
      ['cuda/include/b.cuh', new Map([[7, { wavefronts: 2, degree: 2 }]])],
      ['cuda/kernels/a/a.cu', new Map([[7, { wavefronts: 32, degree: 32 }]])],
    ]),
  );
});
