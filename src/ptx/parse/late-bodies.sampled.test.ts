/** A kernel that is read by itself is the one that the whole module has: names, operands, lines. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { sampleOf } from '../../../scripts/fixtures/sweep.ts';
import { projectRoot, treeOf } from '../../../scripts/tree.ts';
import type { Module } from './ast.ts';
import { parseModule, type ReadOptions } from './module.ts';

const PTX_FILES = treeOf(projectRoot).paths.filter(path => path.endsWith('.ptx'));
const textOf = (path: string): string => readFileSync(`${projectRoot}/${path}`, 'utf8');

function moduleOf(text: string, options: ReadOptions = {}): Module {
  const module = parseModule(text, options);
  if (!module.ok) throw new Error(JSON.stringify(module.error));
  return module.value;
}

const ofEntry = (text: string, name: string): Module => moduleOf(text, { choose: () => name });

/** Functions without the parts that a body fills. */
const headersOf = ({ functions }: Module) =>
  functions.map(({ kind, name, params, returns, performance, external }) => ({
    ...{ kind, name, params, returns, performance, external },
  }));

function compare(text: string): void {
  const whole = moduleOf(text);
  for (const { name } of whole.functions.filter(f => f.kind === 'entry')) {
    const module = ofEntry(text, name);
    expect(headersOf(module)).toEqual(headersOf(whole));
    const read = module.functions.filter(f => !f.unread);
    expect(read.map(f => f.name)).toContain(name);
    expect(read).toEqual(whole.functions.filter(f => read.some(other => other.name === f.name)));
    expect(module.files).toEqual(whole.files);
  }
}

it.each(sampleOf(PTX_FILES, 12))('%s', path => compare(textOf(path)));

const HEADER = '.version 9.0\n.target sm_90a\n.address_size 64\n';

describe('what a kernel reaches is read', () => {
  const TEXT = `${HEADER}
.func leaf() { ret; }
.func behindTable() { ret; }
.func unused() { call nobody; }
.visible .func declared();
.alias other, leaf;
.global .u64 table[1] = { behindTable };
.visible .entry a() { /* } */ .pragma "{"; { .reg .u64 %f; // }
  mov.u64 %f, later; }
  call other; ret; }
.visible .entry b() { call unused; }
.func later() { call declared; ret; }
.visible .func declared() { ret; }`;

  test('through calls, addresses, tables, other names, and declarations', () => {
    const read = ofEntry(TEXT, 'a').functions.filter(f => !f.unread);
    expect(read.map(f => f.name)).toEqual(['leaf', 'behindTable', 'declared', 'a', 'later', 'other']);
    const { functions } = moduleOf(TEXT.replace('call nobody;', ''));
    expect(read).toEqual(functions.filter(f => !['unused', 'b'].includes(f.name)));
  });

  test('and nothing else', () => {
    expect(parseModule(TEXT)).toMatchObject({ ok: false, error: { message: "unknown name 'nobody'", line: 7 } });
    expect(parseModule(TEXT, { choose: () => 'b' }).ok).toBe(false);
    const { functions } = moduleOf(TEXT, { choose: () => null });
    expect(functions.filter(f => !f.unread && !f.external)).toEqual([]);
  });

  test('names mean what they mean where they stand', () => {
    const late = `${HEADER}.entry k() { .reg .u32 %r; ld.global.u32 %r, [v]; }\n.global .u32 v;`;
    const error = { message: "unknown name 'v'", line: 4, column: 47 };
    expect(parseModule(late)).toMatchObject({ ok: false, error });
    expect(parseModule(late, { choose: () => 'k' })).toMatchObject({ ok: false, error });
  });

  test('a body without an end is an error at once', () => {
    const open = `${HEADER}.entry k() { ret; }\n.entry l() { { ret; }`;
    expect(parseModule(open, { choose: () => 'k' })).toMatchObject({
      ok: false,
      error: { message: "expected '}' at the end of the function, found the end of the text", line: 5 },
    });
  });
});
