/** `--list`: the launches of a program by kernel, from what each of its processes wrote when it ended. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldedName, kernelNameOf } from '../../../src/ptx/outline/kernel-name.ts';
import { textTable } from '../../table.ts';

export interface ListedShape {
  readonly grid: readonly number[];
  readonly block: readonly number[];
  readonly count: number;
}

export interface ListedKernel {
  /** Mangled. */
  readonly kernel: string;
  /** Number of the GPU. */
  readonly device: number;
  readonly count: number;
  /** Time of all launches together. */
  readonly nanoseconds: number;
  readonly shapes: readonly ListedShape[];
}

/** One row for each kernel of a GPU, longest time first. */
export function listedKernels(folder: string): ListedKernel[] {
  const rows = new Map<string, ListedKernel>();
  for (const name of readdirSync(folder)) {
    const written = JSON.parse(readFileSync(join(folder, name), 'utf8')) as ListedKernel[];
    for (const row of written) {
      const place = `${row.device} ${row.kernel}`;
      const earlier = rows.get(place);
      rows.set(place, earlier === undefined ? row : together(earlier, row));
    }
  }
  return [...rows.values()].sort((a, b) => b.nanoseconds - a.nanoseconds);
}

const together = (a: ListedKernel, b: ListedKernel): ListedKernel => ({
  kernel: a.kernel,
  device: a.device,
  count: a.count + b.count,
  nanoseconds: a.nanoseconds + b.nanoseconds,
  shapes: [...a.shapes, ...b.shapes],
});

/** A column names the GPU where there are several. */
export function launchTable(kernels: readonly ListedKernel[]): string {
  const isSeveral = new Set(kernels.map(({ device }) => device)).size > 1;
  return textTable(
    [...(isSeveral ? ['GPU'] : []), 'launches', 'us in all', 'us each', 'grid', 'block', 'kernel'],
    kernels.map(({ kernel, device, count, nanoseconds, shapes }) => [
      ...(isSeveral ? [device] : []),
      count,
      (nanoseconds / 1000).toFixed(1),
      (nanoseconds / count / 1000).toFixed(2),
      shapeText(shapes, 'grid'),
      shapeText(shapes, 'block'),
      foldedName(kernelNameOf(kernel)),
    ]),
  );
}

/** The size that was launched most often, and how many others there were. */
function shapeText(shapes: readonly ListedShape[], side: 'grid' | 'block'): string {
  const counts = new Map<string, number>();
  for (const shape of shapes) {
    const text = shape[side].join(' x ');
    counts.set(text, (counts.get(text) ?? 0) + shape.count);
  }
  const [[most]] = [...counts].sort((a, b) => b[1] - a[1]);
  return counts.size === 1 ? most : `${most} (+${counts.size - 1})`;
}
