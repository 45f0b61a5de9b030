/**
 * Output of nvcc 13.0.88 in both dialects. The sources stand beside it:
 * `nvcc -ptx -lineinfo -arch=<arch> <name>.cu`, `-G` for shared-debug; paths in `.file` are shortened.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Instruction, Module, Operand, PtxFunction } from './ast.ts';
import { parseModule } from './module.ts';

const FOLDER = new URL('./fixtures/', import.meta.url);
const NAMES = readdirSync(FOLDER).filter(name => name.endsWith('.ptx'));

const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

function fixture(name: string): Module {
  const result = parseModule(textOf(name));
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** The function whose mangled name holds `part`. */
function functionOf(name: string, part: string): PtxFunction {
  const found = fixture(name).functions.find(f => f.name.includes(part));
  if (found === undefined) throw new Error(`no ${part} in ${name}`);
  return found;
}

const withText = (f: PtxFunction, part: string): Instruction[] => f.instructions.filter(i => i.text.includes(part));
const linesOf = (instructions: readonly Instruction[]): (number | undefined)[] =>
  instructions.map(i => i.location?.line);

/** Counted without the parser: statements that end in ';', less those that declare something. */
function countStatements(text: string): number {
  const code = text.replace(/\/\/[^\n]*/g, '').replace(/\.section[^}]*\}/g, '');
  const bodies = code.slice(code.search(/^\{/m));
  const ends = bodies.split(';').length - 1;
  const declarations = bodies.match(/(?<=[\s{;])\.(reg|param|local|shared|pragma|callprototype)[\s.][^;]*;/g) ?? [];
  const forward = code.slice(code.search(/^\{/m)).match(/^;/gm) ?? [];
  return ends - declarations.length - forward.length;
}

function visit(operand: Operand, seen: (operand: Operand) => void): void {
  seen(operand);
  if (operand.kind === 'vector' || operand.kind === 'list') for (const e of operand.elements) visit(e, seen);
  if (operand.kind === 'pair') for (const e of [operand.first, operand.second]) visit(e, seen);
}

describe.each(NAMES)('%s', name => {
  const module = fixture(name);
  const text = textOf(name);
  const lines = text.split('\n');
  const instructions = module.functions.flatMap(f => f.instructions);

  it('gives every instruction, on its line', () => {
    expect(instructions.length).toBe(countStatements(text));
    for (const i of instructions) expect(lines[i.ptxLine - 1]).toContain([i.opcode, ...i.modifiers].join('.'));
  });

  it('gives every label once', () => {
    const labels = module.functions.flatMap(f => [...f.labels]);
    expect(labels.length).toBe((text.replace(/\.section[^}]*\}/g, '').match(/^[$\w]+:$/gm) ?? []).length);
    for (const f of module.functions)
      for (const index of f.labels.values()) expect(index).toBeLessThanOrEqual(f.instructions.length);
  });

  it('resolves every name to something declared, and declares no name twice', () => {
    const global = new Set([...module.variables.map(v => v.name), ...module.functions.map(f => f.name)]);
    for (const f of module.functions) {
      const own = [...f.params, ...f.returns, ...f.variables, ...f.registers].map(d => d.name);
      expect(new Set([...own, ...f.labels.keys()]).size).toBe(own.length + f.labels.size);
      const known = new Set([...own, ...f.labels.keys()]);
      for (const i of f.instructions) {
        for (const operand of i.operands) {
          visit(operand, o => {
            if (o.kind === 'register' || (o.kind === 'label' && !o.name.startsWith('prototype_'))) {
              expect(known).toContain(o.name);
            } else if (o.kind === 'symbol') expect(known.has(o.name) || global.has(o.name)).toBe(true);
            else if (o.kind === 'address' && o.base !== null) {
              expect(known.has(o.base.name) || global.has(o.base.name)).toBe(true);
            }
          });
        }
      }
    }
  });

  it('has a source line for every instruction', () => {
    for (const i of instructions) expect(module.files.has(i.location?.file ?? -1)).toBe(true);
    for (const i of instructions) expect(i.location?.line).toBeGreaterThan(0);
  });
});

describe('what the probes were written for', () => {
  it('stores lie on the line that stores', () => {
    const lineOf = (source: string, part: string): number =>
      textOf(source)
        .split('\n')
        .findIndex(line => line.includes(part)) + 1;
    const store = lineOf('shared.cu', 'tile[t % 32][t / 32] =');
    for (const arch of ['sm_75', 'sm_100a']) {
      const kernel = functionOf(`shared-${arch}.ptx`, 'shared');
      expect(linesOf(withText(kernel, 'st.shared'))).toEqual([store, store + 1, store + 2]);
      expect(new Set(linesOf(withText(kernel, 'st.global')))).toEqual(new Set([lineOf('shared.cu', 'out[t + i] =')]));
    }
  });

  it('struct parameters and templates', () => {
    for (const name of ['strides-sm_75.ptx', 'strides-sm_120a.ptx']) {
      const { functions } = fixture(name);
      expect(functions.map(f => f.kind)).toEqual(['entry', 'entry']);
      for (const f of functions)
        expect(f.params.map(p => [p.alignBytes, p.sizeBytes])).toEqual([
          [8, 8],
          [8, 8],
          [8, 48],
          [4, 4],
        ]);
    }
  });

  it('scopes and labels of inline assembly', () => {
    for (const name of ['scopes-sm_90a.ptx', 'scopes-sm_100a.ptx']) {
      const f = functionOf(name, 'waits');
      expect([...f.labels.keys()]).toEqual(['WAIT', 'DONE', 'WAIT@2', 'DONE@2']);
      expect(withText(f, 'bra.uni').map(i => i.operands[0])).toMatchObject(
        ['DONE', 'WAIT', 'DONE@2', 'WAIT@2'].map(label => ({ kind: 'label', name: label })),
      );
      expect(withText(f, '@!q')[0]).toMatchObject({ opcode: 'st', guard: { register: 'q', negated: true } });
      const [wait] = withText(f, 'try_wait');
      expect(wait.location).toMatchObject({ line: 14, inlinedAt: { line: 21 } });
    }
  });

  it('calls: slots per call, indirect calls, functions as initial values', () => {
    for (const name of ['calls-sm_80.ptx', 'calls-sm_100a.ptx']) {
      const module = fixture(name);
      const f = functionOf(name, 'callsPf');
      const calls = f.instructions.filter(i => i.opcode === 'call');
      expect(calls).toHaveLength(5);
      expect(calls[4].operands.map(o => o.kind)).toEqual(['list', 'register', 'list', 'label']);
      const sent = withText(f, 'st.param').map(i => (i.operands[0].kind === 'address' ? i.operands[0].base?.name : ''));
      expect(sent).toHaveLength(5 + 3 + 2 + 2 + 1);
      expect(module.variables.find(v => v.name === 'table')?.relocations.map(r => r.symbol)).toEqual([
        '_Z5twicei',
        '_Z6negatei',
      ]);
      expect(module.functions.filter(g => g.external).map(g => g.name)).toEqual(['vprintf', '__assertfail']);
      expect(f.variables[0]).toMatchObject({ space: 'local', sizeBytes: 96, alignBytes: 16 });
      const format = module.variables.find(v => v.name === '$str$2');
      expect(String.fromCharCode(...(format?.init ?? []))).toBe('n=%d count=%d %f\n');
    }
  });

  it('initial values', () => {
    for (const name of ['shared-sm_75.ptx', 'shared-sm_100a.ptx', 'shared-debug-sm_90a.ptx']) {
      const variable = (part: string) => fixture(name).variables.find(v => v.name === part)!;
      const weights = new Float32Array(variable('c_weights').init!.slice().buffer);
      expect([...weights]).toEqual([1, -2.5, 0, Math.fround(314159 / 100000), Math.fround(1e-20)]);
      expect(new Float64Array(variable('d_scale').init!.slice().buffer)[0]).toBe(0.1);
      expect(new BigUint64Array(variable('d_big').init!.slice().buffer)[0]).toBe(0xfedcba9876543210n);
      expect(variable('d_head').relocations).toEqual([{ byteOffset: 8, symbol: 'd_tail', addend: 0 }]);
      expect(variable('d_inside').relocations).toEqual([{ byteOffset: 0, symbol: 'd_steps', addend: 4 }]);
      expect(variable('c_empty')).toMatchObject({ sizeBytes: 32, init: null, space: 'const' });
      expect(variable('dynamic')).toMatchObject({ sizeBytes: 0, extern: true, alignBytes: 16, space: 'shared' });
      expect(functionOf(name, 'shared').variables.map(v => [v.space, v.sizeBytes])).toEqual([
        ['shared', 4224],
        ['shared', 128],
      ]);
    }
    for (const name of ['packed-sm_80.ptx', 'packed-sm_120a.ptx']) {
      const variable = (part: string) => fixture(name).variables.find(v => v.name === part)!;
      expect(variable('record').relocations).toEqual([{ byteOffset: 1, symbol: 'target', addend: 8 }]);
      expect(variable('_ZTV6Square').relocations).toMatchObject([{ byteOffset: 16, symbol: '_ZNK6Square4areaEi' }]);
      expect(functionOf(name, 'packedPK').performance.get('maxnreg')).toEqual([64]);
    }
  });

  it('tensor instructions and cluster directives', () => {
    const hopper = functionOf('tensor-sm_90a.ptx', 'hopper');
    expect([...hopper.performance]).toEqual([
      ['maxntid', [128, 1, 1]],
      ['explicitcluster', []],
      ['reqnctapercluster', [2, 1, 1]],
    ]);
    expect(hopper.params[0]).toMatchObject({ alignBytes: 64, sizeBytes: 128 });
    expect(withText(hopper, 'cp.async.bulk.tensor.2d.shared').map(i => i.operands.map(o => o.kind))).toEqual([
      ['address', 'vector', 'address'],
      ['address', 'vector', 'address', 'register'],
    ]);
    const [mma] = withText(hopper, 'wgmma.mma_async');
    expect(mma.operands.map(o => o.kind)).toEqual([
      'vector',
      'register',
      'register',
      'register',
      'integer',
      'integer',
      'integer',
      'integer',
    ]);
    expect(withText(hopper, 'or.b64')[0].operands[2]).toEqual({ kind: 'integer', value: 4611686293305360384n });
    const ampere = functionOf('tensor-sm_80.ptx', 'ampere');
    expect(withText(ampere, 'mma.sync')[0].operands.map(o => (o.kind === 'vector' ? o.elements.length : 0))).toEqual([
      4, 4, 2, 4,
    ]);
  });

  it('shuffles with a predicate beside the value', () => {
    for (const name of ['groups-sm_80.ptx', 'groups-sm_100a.ptx']) {
      const shuffles = withText(functionOf(name, 'groupsPf'), 'shfl.sync');
      expect(shuffles).toHaveLength(5);
      for (const i of shuffles) expect(i.operands[0].kind).toBe('pair');
    }
  });
});
