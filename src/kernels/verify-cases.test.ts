/** Every case of every kernel, on the emulator from the committed PTX: the proof behind the word "agree" on the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emulate } from '../ptx/index.ts';
import type { Module } from '../ptx/parse/ast.ts';
import { parseModule } from '../ptx/parse/module.ts';
import { TraceBuilder } from '../trace/access-trace.ts';
import { catalog } from './catalog.ts';
import type { Kernel, KernelCase } from './kernel.ts';
import { casesOn, type EmulatedRun, isExpected, type Verification, verifyCase } from './verify.ts';

const PTX_FOLDER = join(import.meta.dirname, '../../public/ptx');

const modules = new Map<string, Module>();
function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const parsed = parseModule(readFileSync(join(PTX_FOLDER, path), 'utf8'));
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error.message}`);
  modules.set(path, parsed.value);
  return parsed.value;
}

function emulated(kernel: Kernel, variant: string, { params }: KernelCase, arch: string): EmulatedRun {
  const trace = new TraceBuilder();
  const result = emulate(moduleAt(kernel.ptxPath(variant, params, arch)), kernel.launch(variant, params), {
    observe: access => trace.add(access),
    sharedBaseBytes: kernel.sharedBaseBytes(params),
    faults: 'all',
  });
  if (!result.ok) throw new Error(result.error.message);
  return { result: result.value, trace: trace.finish() };
}

const textOf = (v: Verification): string => (v.outcome === 'agrees' ? 'agrees' : `${v.outcome}: ${v.at}`);

const runs = [...catalog.values()].flatMap(kernel =>
  kernel.variants.flatMap(variant => kernel.archs.map(arch => ({ kernel, variant, arch }))),
);

test.each(runs)('$kernel.id $variant.id $arch', ({ kernel, variant, arch }) => {
  const unexpected = casesOn(kernel, variant.id, arch).flatMap(kernelCase => {
    const verification = verifyCase(kernel, variant.id, kernelCase, emulated(kernel, variant.id, kernelCase, arch));
    return isExpected(variant, kernelCase, verification) ? [] : [`${kernelCase.id}: ${textOf(verification)}`];
  });
  expect(unexpected).toEqual([]);
});

const wrong = runs.filter(({ kernel, variant, arch }) => variant.mustFail !== undefined && arch === kernel.archs[0]);

test.each(wrong)('$kernel.id, $variant.id can be caught in most cases', ({ kernel, variant, arch }) => {
  const cases = casesOn(kernel, variant.id, arch);
  const hidden = cases.filter(kernelCase => kernelCase.hides?.includes(variant.id));
  expect(hidden.length).toBeLessThan(cases.length / 2);
});
