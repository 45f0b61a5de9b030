/** Runs the permutation kernel, from its shipped PTX, on the emulator over a whole tensor of numbered elements. */
import { readFileSync } from 'node:fs';
import { assert } from '../../src/base/assert.ts';
import { ok, type Result } from '../../src/base/result.ts';
import { kernel } from '../../src/kernels/permute/index.ts';
import { STRATEGY_OF } from '../../src/kernels/permute/variants.ts';
import { type PermutationRequest, product } from '../../src/model/permute/permutation.ts';
import { planPermutation } from '../../src/model/permute/plan.ts';
import { emulate } from '../../src/ptx/index.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { BufferSpec, Launch } from '../../src/trace/launch.ts';
import { shippedPtx } from '../shipped-ptx.ts';
import { type RequestError, refused } from './op.ts';

const ARCH = 'sm_90';
/** The most elements; these take some seconds. */
const MOST_ELEMENTS = 2 ** 24;

/**
 * The kernel's output. Without a strategy, whole rows are copied as they are, and everything else is moved as the plan
 * chooses.
 */
export function emulatedOutput(request: PermutationRequest, strategy: string | null): Result<Uint8Array, RequestError> {
  const { shape, perm, elementBytes } = request;
  const elements = product(shape);
  if (elements > MOST_ELEMENTS)
    return refused('tooLarge', 'shape', `shape: expected at most 2^24 elements to emulate, got ${elements}`);
  const params = { shape: shape.join(), perm: perm.join(), elementBytes };
  const variant = strategy === null ? defaultVariant(request, params) : variantFor(strategy);
  const refusal = kernel.refusal(variant, params);
  if (refusal !== null) return refused('cannotMove', 'strategy', `strategy: ${refusal}`);
  const launch = withNumbers(kernel.launch(variant, params), request);
  const run = emulate(moduleAt(kernel.ptxPath(variant, params, ARCH)), launch);
  if (!run.ok) return refused('cannotLaunch', 'shape', `shape: ${run.error.message}`);
  const [fault] = run.value.faults;
  if (fault !== undefined) return refused('faulted', null, fault.message);
  return ok(run.value.buffers.get('out')!);
}

function defaultVariant(request: PermutationRequest, params: Parameters<typeof kernel.refusal>[1]): string {
  if (kernel.refusal('rows', params) === null) return 'rows';
  const plan = planPermutation(request);
  assert(plan.ok, 'the request was checked');
  return variantFor(plan.value.chosen);
}

function variantFor(strategy: string): string {
  const found = Object.entries(STRATEGY_OF).find(([, name]) => name === strategy);
  assert(found !== undefined, `a variant moves by '${strategy}'`);
  return found[0];
}

const modules = new Map<string, Module>();

function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const parsed = parseModule(readFileSync(shippedPtx(path), 'utf8'));
  assert(parsed.ok, `${path} is PTX`);
  modules.set(path, parsed.value);
  return parsed.value;
}

/**
 * The same launch, but element i of the input holds i modulo 2^(8 * elementBytes); an element of 16 bytes holds i and
 * then its complement.
 */
function withNumbers(launch: Launch, { shape, elementBytes }: PermutationRequest): Launch {
  const numbers = numbersOf(product(shape), elementBytes);
  return {
    ...launch,
    buffers: launch.buffers.map(buffer => (buffer.name === 'in' ? { ...buffer, ...numbers } : buffer)),
  };
}

const TYPES = new Map([
  [1, 'u8'],
  [2, 'u16'],
  [4, 'u32'],
  [8, 'u64'],
] as const);

function numbersOf(elements: number, elementBytes: number): Pick<BufferSpec, 'type' | 'length' | 'init'> {
  const type = TYPES.get(elementBytes as 1 | 2 | 4 | 8);
  if (type !== undefined) return { type, length: elements, init: { kind: 'iota' } };
  const words = BigUint64Array.from({ length: 2 * elements }, (_, i) => {
    const element = BigInt(i >> 1);
    return i % 2 === 0 ? element : ~element;
  });
  const base64 = Buffer.from(words.buffer).toString('base64');
  return { type: 'u64', length: 2 * elements, init: { kind: 'base64', base64 } };
}
