/**
 * Threads that a kernel takes for granted without saying so. Where each thread stores at equal steps, and the stores of all
 * fill a shared array exactly, the threads reach from one step to the next; and no more store than an array has room for.
 */
import { greatestOf, leastOf } from '../../base/extremes.ts';
import { MAX_CTA_THREADS } from '../../base/hardware.ts';
import type { Module } from '../parse/ast.ts';
import { BranchConditions } from './branch-conditions.ts';
import type { DataFlow } from './data-flow.ts';
import type { EntryAccess } from './entry-facts.ts';
import type { BlockRows } from './module-outline.ts';

/** Threads of a block if nothing suggests another number. */
const USUAL_THREADS = 256;

export function blockRows(flow: DataFlow, module: Module, accesses: readonly EntryAccess[]): BlockRows | null {
  const variables = [...module.variables, ...flow.functions.flatMap(f => f.variables)];
  const arrays = new Map(variables.filter(v => v.space === 'shared' && !v.extern).map(v => [v.name, v.sizeBytes]));
  const ofAll = accesses.filter(access => !isForSome(flow, access));
  for (const stores of storesByBase(ofAll)) {
    const rows = rowsOf(flow, arrays, stores);
    if (rows) return rows;
  }
  const most = leastOf([...arrays].map(([name, sizeBytes]) => roomFor(flow, name, sizeBytes, ofAll)));
  return most < USUAL_THREADS ? { axis: 'x', threads: 2 ** Math.floor(Math.log2(most)) } : null;
}

/**
 * Threads that an array has room for: for the store that reaches least far, as those that reach further are for few of the
 * threads. Infinite where none is a multiple of the thread's number and a constant.
 */
function roomFor({ sources }: DataFlow, name: string, sizeBytes: number, accesses: readonly EntryAccess[]): number {
  const linear = sources.bit({ kind: 'thread', axis: 'x' }) | sources.bit({ kind: 'shared', name });
  const rooms = accesses
    .filter(({ form, flow }) => form.written && flow.all === linear && flow.isEven)
    .map(({ byteOffset, form: { bytes }, flow: { perThread } }) => {
      const last = Math.floor((sizeBytes - byteOffset - bytes) / perThread);
      return last + Math.max(1, bytes / perThread);
    });
  const most = greatestOf(rooms);
  return most >= 1 ? most : Number.POSITIVE_INFINITY;
}

/** Whether only some threads get there, by their own numbers. */
function isForSome(flow: DataFlow, { f, instruction, form: { written } }: EntryAccess): boolean {
  if (!written) return false;
  const conditions = new BranchConditions(f).of(f.instructions.indexOf(instruction));
  const predicates = conditions.map(({ predicate }) => predicate);
  return f.instructions.some(({ opcode, operands: [result, a, b] }) => {
    if (opcode !== 'setp' || result?.kind !== 'register' || !predicates.includes(result.name)) return false;
    const sides = flow.flowOf(f, a).all | flow.flowOf(f, b).all;
    return flow.sources.isPlace(sides) && flow.sources.dependence(sides).thread.length > 0;
  });
}

function rowsOf(
  { sources }: DataFlow,
  arrays: ReadonlyMap<string, number>,
  stores: readonly EntryAccess[],
): BlockRows | null {
  const { base, all, perThread, isEven } = stores[0].flow;
  const [array, ...others] = sources.ofKind(base, 'shared');
  const { thread, cta } = sources.dependence(all);
  // The last axis has the longest steps, and `perThread` is the longest.
  const axis = thread.at(-1);
  if (!isEven || array === undefined || axis === undefined || others.length + cta.length > 0) return null;
  const offsets = [...new Set(stores.map(({ byteOffset }) => byteOffset))].sort((a, b) => a - b);
  const step = evenStep(offsets);
  if (step === null || step * offsets.length !== arrays.get(array.name)) return null;
  const threads = step / perThread;
  return Number.isInteger(threads) && threads > 1 && threads <= MAX_CTA_THREADS ? { axis, threads } : null;
}

/** For each address register: the accesses that store through it. */
function storesByBase(accesses: readonly EntryAccess[]): EntryAccess[][] {
  const groups = new Map<string, EntryAccess[]>();
  for (const access of accesses) {
    const { address, written } = access.form;
    if (!written || address.kind !== 'address' || address.base === null) continue;
    const key = `${access.f.name} ${address.base.name}`;
    groups.set(key, [...(groups.get(key) ?? []), access]);
  }
  return [...groups.values()];
}

/** Null for fewer than two offsets, or uneven ones. */
function evenStep(offsets: readonly number[]): number | null {
  const step = offsets.length < 2 ? null : offsets[1] - offsets[0];
  return offsets.every((offset, i) => i === 0 || offset - offsets[i - 1] === step) ? step : null;
}
