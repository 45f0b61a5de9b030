/** Reads pasted Python statements of PyTorch, NumPy or einops; the last one is the permutation. */
import { readAxes } from './axes.ts';
import { type Argument, type Expression, statementsOf } from './expression.ts';
import { quoted, type Reading, Unreadable } from './reading.ts';
import type { Tensor, TensorStep } from './tensor.ts';
import { MAKERS, PROPERTIES, STEPS } from './tensor-steps.ts';

const MODULES: ReadonlyMap<string, Tensor['library']> = new Map([
  ['torch', 'PyTorch'],
  ['F', 'PyTorch'],
  ['np', 'NumPy'],
  ['numpy', 'NumPy'],
  ['jnp', 'NumPy'],
  ['cp', 'NumPy'],
  ['cupy', 'NumPy'],
  ['tf', 'TensorFlow'],
  ['einops', null],
]);

const NAMED: Tensor = { library: null, shape: null, perm: null, elementBytes: null, note: '', reshaped: false };

export function readArrays(text: string, pageShape: readonly number[]): Reading {
  const { value, notation } = lastOf(text, pageShape);
  if (value.perm === null && value.shape === null)
    throw new Unreadable(text.length, 'expected a permutation, such as .permute(2, 0, 1)');
  return {
    notation: notation ?? value.library ?? 'PyTorch',
    shape: shapeOf(value, pageShape),
    perm: value.perm,
    elementBytes: value.elementBytes,
    note: value.note,
  };
}

/** Value of the last statement, in which the names of earlier statements stand for their values. */
function lastOf(text: string, pageShape: readonly number[]): Evaluated {
  const scope: Scope = { pageShape, named: new Map() };
  let last = plain(NAMED);
  for (const { name, value } of statementsOf(text)) {
    last = evaluate(value, scope);
    if (name !== null) scope.named.set(name, last);
  }
  return last;
}

/** The shape. Named sizes are those of the page's tensor, if it has as many dimensions. */
function shapeOf({ shape, perm }: Tensor, pageShape: readonly number[]): readonly number[] | null {
  if (shape === null || !shape.includes(null)) return shape as readonly number[] | null;
  if (shape.length === pageShape.length) return shape.map((extent, dim) => extent ?? pageShape[dim]);
  if (perm !== null && shape.every(extent => extent === null)) return null;
  throw new Unreadable(
    0,
    `expected numbers as sizes: the page has ${pageShape.length} dimensions, the text ${shape.length}`,
  );
}

interface Evaluated {
  readonly value: Tensor;
  readonly notation: string | null;
}

interface Scope {
  readonly pageShape: readonly number[];
  /** Values of earlier statements by their names. */
  readonly named: Map<string, Evaluated>;
}

const plain = (value: Tensor): Evaluated => ({ value, notation: null });

function evaluate(expression: Expression, scope: Scope): Evaluated {
  switch (expression.kind) {
    case 'name':
      return scope.named.get(expression.name) ?? plain(NAMED);
    case 'attribute':
      return attributeOf(expression, scope);
    case 'call':
      return callOf(expression, scope);
    default:
      throw new Unreadable(expression.at, 'expected a tensor');
  }
}

/** `x.T`, or a tensor kept in another object: `self.weight`. */
function attributeOf({ of, name, at }: Extract<Expression, { kind: 'attribute' }>, scope: Scope): Evaluated {
  const step = PROPERTIES.get(name);
  if (step !== undefined)
    return plain(
      step({ tensor: evaluate(of, scope).value, given: [], name: `.${name}`, at, pageShape: scope.pageShape }),
    );
  if (STEPS.has(name)) throw new Unreadable(at, `expected '(' behind ${name}`);
  if (of.kind === 'name' || of.kind === 'attribute') return plain(NAMED);
  return refuseStep(name, at);
}

function callOf({ of, given }: Extract<Expression, { kind: 'call' }>, scope: Scope): Evaluated {
  const { pageShape } = scope;
  if (of.kind !== 'attribute' && of.kind !== 'name') throw new Unreadable(of.at, 'expected the name of a function');
  const { name, at } = of;
  const library = of.kind === 'attribute' ? moduleOf(of.of) : null;
  const isFunction = of.kind === 'name' || library !== undefined;
  if (name === 'rearrange') return rearranged(given, at, scope);
  if (name === 'einsum') return einsum(given, at, scope);
  const maker = isFunction ? MAKERS.get(name) : undefined;
  if (maker !== undefined)
    return plain(maker({ tensor: { ...NAMED, library: library ?? null }, given, name, at, pageShape }));
  const step = STEPS.get(name);
  if (step === undefined) return refuseStep(name, at);
  const [first, ...rest] = given;
  if (isFunction && first === undefined) throw new Unreadable(at, `expected a tensor in ${name}()`);
  const target = isFunction ? first.value : (of as Extract<Expression, { kind: 'attribute' }>).of;
  const { value } = evaluate(target, scope);
  const tensor = { ...value, library: value.library ?? library ?? libraryBy(name) };
  const args: TensorStep = { tensor, given: isFunction ? rest : given, name, at, pageShape };
  return plain(step(args));
}

/** A name that only one library has tells which library the tensor comes from. */
function libraryBy(name: string): Tensor['library'] {
  if (['permute', 'movedim', 'swapdims', 'view', 'contiguous', 't'].includes(name)) return 'PyTorch';
  return ['moveaxis', 'swapaxes', 'ascontiguousarray', 'astype'].includes(name) ? 'NumPy' : null;
}

/** Undefined if the expression is not a module such as `torch` or `np.random`. */
function moduleOf(expression: Expression): Tensor['library'] | undefined {
  if (expression.kind === 'attribute') return moduleOf(expression.of);
  return expression.kind === 'name' ? MODULES.get(expression.name) : undefined;
}

function refuseStep(name: string, at: number): never {
  throw new Unreadable(at, `cannot read ${quoted(name)}: expected permute, transpose, movedim, view or the like`);
}

/** `rearrange(x, "b c h w -> b h w c", h=8)`. */
function rearranged(given: readonly Argument[], at: number, scope: Scope): Evaluated {
  const [tensor, pattern] = given;
  if (tensor === undefined || pattern?.value.kind !== 'string')
    throw new Unreadable(at, 'expected rearrange(x, "a b c -> c a b")');
  const sizes = new Map(
    given.slice(2).map(({ name, value }) => [name ?? '', value.kind === 'number' ? value.value : 0] as const),
  );
  const source = evaluate(tensor.value, scope).value;
  return readInto(source, readAxes(pattern.value.text, pattern.value.at, sizes, wholeShape(source, scope.pageShape)));
}

/** `einsum("abc->cab", x)`. */
function einsum(given: readonly Argument[], at: number, scope: Scope): Evaluated {
  const [pattern, tensor, another] = given;
  if (tensor === undefined || pattern.value.kind !== 'string' || another !== undefined)
    throw new Unreadable(at, 'expected einsum("abc->cab", x): one tensor, permuted');
  const source = evaluate(tensor.value, scope).value;
  return readInto(
    source,
    readAxes(pattern.value.text, pattern.value.at, new Map(), wholeShape(source, scope.pageShape)),
  );
}

/** Null if the expression gives a shape that is not all numbers. */
const wholeShape = ({ shape }: Tensor, pageShape: readonly number[]): readonly number[] | null =>
  shape === null ? pageShape : shape.includes(null) ? null : (shape as readonly number[]);

function readInto(source: Tensor, { notation, shape, perm, note }: Reading): Evaluated {
  if (source.perm !== null) throw new Unreadable(0, 'expected a tensor that is not permuted yet inside rearrange');
  if (shape === null && source.shape !== null && source.shape.length !== perm?.length)
    throw new Unreadable(0, `expected a pattern of ${source.shape.length} axes, got ${perm?.length}`);
  return { value: { ...source, shape: shape ?? source.shape, perm, note }, notation };
}
