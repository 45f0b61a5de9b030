/**
 * Reads named axes: einops `b c h w -> b h w c`, einsum `abc->cab`, and tuples with sizes `(A:2, B:16, C:2) -> (C, A,
 * B)`.
 */
import { type NamedAxis, type NotationSides, sidesOf } from './axis-sides.ts';
import { extentAt, type Reading, Unreadable } from './reading.ts';

/** @param at the position of `text` in the pasted text. @param shape the tensor's shape, as far as known. */
export function readAxes(
  text: string,
  at: number,
  sizes: ReadonlyMap<string, number>,
  shape: readonly number[] | null,
): Reading {
  const sides = sidesOf(text, at);
  checkSameAxes(sides);
  const input = sides.input.flat();
  const given = new Map([...sizes, ...sides.sizes]);
  const read = extentsOf(sides, sized(input, given), shape);
  return {
    notation: sides.notation,
    shape: read,
    perm: sides.output.map(({ name }) => input.findIndex(axis => axis.name === name)),
    elementBytes: null,
    note: sides.input.some(group => group.length > 1) ? 'Axes in parentheses are dimensions of their own.' : '',
  };
}

function checkSameAxes({ input, output }: NotationSides): void {
  const inputs = input.flat();
  for (const side of [inputs, output])
    for (const [i, { name, at }] of side.entries())
      if (side.findIndex(axis => axis.name === name) < i)
        throw new Unreadable(at, `expected each axis once on a side, got ${name} again`);
  const stray = (axes: readonly NamedAxis[], others: readonly NamedAxis[]) =>
    axes.find(({ name }) => !others.some(other => other.name === name));
  const lost = stray(inputs, output);
  if (lost !== undefined)
    throw new Unreadable(lost.at, `expected ${lost.name} on both sides: a permutation keeps every axis`);
  const fresh = stray(output, inputs);
  if (fresh !== undefined) throw new Unreadable(fresh.at, `expected an axis of the left side, got ${fresh.name}`);
}

type Sized = ReadonlyMap<string, number>;

function sized(axes: readonly NamedAxis[], given: Sized): Sized {
  const known = new Map<string, number>();
  for (const { name, at, size } of axes) {
    const extent = size ?? given.get(name);
    if (extent !== undefined) known.set(name, extentAt(at, extent));
  }
  return known;
}

/** Null if every axis is one dimension and has no size. */
function extentsOf({ input }: NotationSides, known: Sized, shape: readonly number[] | null): readonly number[] | null {
  const axes = input.flat();
  if (axes.every(({ name }) => known.has(name))) return axes.map(({ name }) => known.get(name)!);
  const isDimensionEach =
    axes.length === input.length || (shape?.length === axes.length && shape.length !== input.length);
  if (known.size === 0 && isDimensionEach) return null;
  if (shape?.length === input.length)
    return input.flatMap((group, dim) => groupExtents(group, known, shape[dim], axes[0]?.at ?? 0));
  const open = axes.find(({ name }) => !known.has(name))!;
  throw new Unreadable(open.at, `expected a size of ${open.name}, such as ${open.name}=8`);
}

/** Sizes of the axes that make up one dimension; one of them may be missing. */
function groupExtents(group: readonly NamedAxis[], known: Sized, extent: number, at: number): number[] {
  const open = group.filter(({ name }) => !known.has(name));
  const rest = group.reduce((product, { name }) => product * (known.get(name) ?? 1), 1);
  if (group.length === 0 && extent !== 1) throw new Unreadable(at, `expected a dimension of size 1, got ${extent}`);
  if (open.length > 1)
    throw new Unreadable(open[1].at, `expected a size of ${open[1].name}, such as ${open[1].name}=8`);
  if (open.length === 1 && extent % rest !== 0)
    throw new Unreadable(open[0].at, `expected sizes that divide the dimension of ${extent}, got ${rest}`);
  return group.map(({ name }) => known.get(name) ?? extent / rest);
}
