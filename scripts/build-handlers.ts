/**
 * `npm run build-handlers`: writes `src/ptx/isa/core-handlers.generated.ts` and `handlers.generated.ts`: one loop function for
 * each effect of the table.
 * In its own loop, V8 can inline the effect, since the call has only one target; in a shared loop that takes a function,
 * it cannot.
 */
import { writeFileSync } from 'node:fs';
import { type Effect, isPacked, type PackedKind, type SingleKind, type ValueKind } from '../src/ptx/isa/effect.ts';
import { CORE } from '../src/ptx/isa/effects/core.ts';
import { EFFECTS } from '../src/ptx/isa/effects.ts';
import { keepsNan } from '../src/ptx/isa/nan.ts';

const SLOTS = ['a', 'b', 'c', 'e'] as const;

const READ: Readonly<Record<SingleKind, (slot: string) => string>> = {
  pred: s => `(${s} >>> l) & 1`,
  u8: s => `r[${s} + l] & 0xff`,
  s8: s => `(r[${s} + l] << 24) >> 24`,
  u16: s => `r[${s} + l] & 0xffff`,
  s16: s => `(r[${s} + l] << 16) >> 16`,
  s32: s => `r[${s} + l]`,
  u32: s => `u[${s} + l]`,
  b64: s => `r[${s} + l], r[${s} + 32 + l]`,
  f16: s => `decodeFloat(F16, r[${s} + l])`,
  bf16: s => `decodeFloat(BF16, r[${s} + l])`,
  f32: s => `f[${s} + l]`,
  f64: s => `doubleOfWords(r[${s} + l], r[${s} + 32 + l])`,
};

const source = (kind: ValueKind, i: number): string =>
  READ[kind as SingleKind](kind === 'pred' ? `p${SLOTS[i]}` : SLOTS[i]);

/** How to read the low and the high element of a packed kind. */
const ELEMENTS: Readonly<Record<PackedKind, readonly ((slot: string) => string)[]>> = {
  f32x2: [s => `f[${s} + l]`, s => `f[${s} + 32 + l]`],
  f16x2: [s => `decodeFloat(F16, r[${s} + l])`, s => `decodeFloat(F16, r[${s} + l] >>> 16)`],
  bf16x2: [s => `decodeFloat(BF16, r[${s} + l])`, s => `decodeFloat(BF16, r[${s} + l] >>> 16)`],
};

/** Both elements are computed before either is stored, since `d` may be one of the sources. */
function packedBody(kind: PackedKind, { from }: Effect): string {
  const [low, high] = ELEMENTS[kind].map(read => `run(${from.map((_, i) => read(SLOTS[i])).join(', ')})`);
  if (kind === 'f32x2') {
    const store = (name: string, at: string) =>
      `if (${name} === ${name}) f[${at}] = ${name}; else r[${at}] = 0x7fffffff;`;
    return `const v = ${low}, w = ${high}; ${store('v', 'd + l')} ${store('w', 'd + 32 + l')}`;
  }
  const format = kind === 'f16x2' ? 'F16' : 'BF16';
  return `r[d + l] = encodeFloat(${format}, ${low}) | (encodeFloat(${format}, ${high}) << 16);`;
}

/** A 64-bit result takes two calls, so its arguments get names. All are read first, since `d` may be one of the sources. */
function wideBody(effect: Effect): string {
  const loads: [name: string, expression: string][] = effect.from.flatMap((kind, i) =>
    kind === 'b64'
      ? [
          [`x${i}`, `r[${SLOTS[i]} + l]`],
          [`y${i}`, `r[${SLOTS[i]} + 32 + l]`],
        ]
      : [[`x${i}`, source(kind, i)]],
  );
  const names = loads.map(([name]) => name).join(', ');
  const constants = loads.map(([name, expression]) => `${name} = ${expression}`).join(', ');
  return `const ${constants}; r[d + l] = run(${names}); r[d + 32 + l] = high(${names});`;
}

const STORE_F64 = 'r[d + l] = lowWordOfDouble(v); r[d + 32 + l] = highWordOfDouble(v);';

const ofNan = (effect: Effect): string =>
  keepsNan(effect) ? 'writeNan(effect, lanes, slots, l);' : 'r[d + l] = 0x7fffffff;';

/** Statements that compute and store lane l's result. */
function body(effect: Effect): string {
  if (isPacked(effect.to)) return packedBody(effect.to, effect);
  const values = effect.from.map(source).join(', ');
  switch (effect.to) {
    case 'pred':
      return `bits |= run(${values}) << l;`;
    case 'b64':
      return wideBody(effect);
    case 'f32':
      return `const v = run(${values}); if (v === v) f[d + l] = v; else ${ofNan(effect)}`;
    case 'f64':
      return `const v = run(${values}); if (v === v) { ${STORE_F64} } else ${ofNan(effect)}`;
    case 'f16':
      return `r[d + l] = encodeFloat(F16, run(${values}));`;
    case 'bf16':
      return `r[d + l] = encodeFloat(BF16, run(${values}));`;
    case 'u16':
    case 's16':
      return `r[d + l] = run(${values}) & 0xffff;`;
    default:
      return `r[d + l] = run(${values});`;
  }
}

/** The views and slots that a body uses. */
function unpacked(effect: Effect): string {
  const sources = effect.from.map((_, i) => SLOTS[i]);
  const kinds = new Set<ValueKind>(effect.from);
  const views = [
    effect.to !== 'pred' || effect.from.some(k => k !== 'u32' && k !== 'f32') ? 'r' : '',
    kinds.has('u32') ? 'u' : '',
    kinds.has('f32') || kinds.has('f32x2') || effect.to === 'f32' ? 'f' : '',
  ].filter(v => v !== '');
  const slots = effect.to === 'pred' ? sources : ['d', ...sources];
  const masks = effect.from
    .map((kind, i) => (kind === 'pred' ? `const p${SLOTS[i]} = r[${SLOTS[i]}];` : ''))
    .filter(text => text !== '');
  return [`const { ${views.join(', ')} } = lanes;`, `const { ${slots.join(', ')} } = slots;`, ...masks].join(' ');
}

function loop(name: string, effect: Effect, table: string): string {
  const parts = [
    `const run = ${table}['${name}'].run;`,
    effect.high ? `const high = ${table}['${name}'].high!;` : '',
    keepsNan(effect) ? `const effect = ${table}['${name}'];` : '',
  ].filter(text => text !== '');
  const bits = effect.to === 'pred';
  return `const ${identifier(name)} = /* @__PURE__ */ (() => {
${parts.join('\n')}
return (lanes: Lanes, slots: Slots, mask: number): number => {
${unpacked(effect)}${bits ? '\nlet bits = 0;' : ''}
if (mask === -1) for (let l = 0; l < 32; l++) { ${body(effect)} }
else for (let m = mask; m !== 0; m &= m - 1) { const l = 31 - Math.clz32(m & -m); ${body(effect)} }
return ${bits ? 'bits' : '0'};
};
})();
`;
}

const identifier = (name: string): string => name.replaceAll('.', '_');

type EffectName = keyof typeof EFFECTS;

const isCore = (name: EffectName): boolean => name in CORE;

/** The file of the core's loops as text, or that of all others; a test compares them with the committed files. */
export function handlersText(ofCore: boolean): string {
  const names = (Object.keys(EFFECTS) as EffectName[]).filter(name => isCore(name) === ofCore);
  const table = ofCore ? 'CORE' : 'EFFECTS';
  const loops = names.map(name => loop(name, EFFECTS[name], table));
  const entries = names.map(name => `  '${name}': ${identifier(name)},`);
  const imports = ofCore ? CORE_IMPORTS : IMPORTS;
  const key = ofCore ? 'keyof typeof CORE' : 'Exclude<EffectName, keyof typeof CORE>';
  return `// Generated by scripts/build-handlers.ts from the effects table: do not edit.
${imports}
${loops.join('\n')}
export const ${ofCore ? 'CORE_HANDLERS' : 'HANDLERS'}: Readonly<Record<${key}, (lanes: Lanes, slots: Slots, mask: number) => number>> = {
${entries.join('\n')}
};
`;
}

const CORE_IMPORTS = `import type { Lanes, Slots } from '../machine/operation.ts';
import { CORE } from './effects/core.ts';
`;

const IMPORTS = `import { BF16, decodeFloat, encodeFloat, F16 } from '../../base/float-formats.ts';
import type { Lanes, Slots } from '../machine/operation.ts';
import { EFFECTS, type EffectName } from './effects.ts';
import type { CORE } from './effects/core.ts';
import { doubleOfWords, highWordOfDouble, lowWordOfDouble } from './float.ts';
import { writeNan } from './nan.ts';
`;

if (import.meta.main) {
  const write = (name: string, text: string): void =>
    writeFileSync(new URL(`../src/ptx/isa/${name}`, import.meta.url), text);
  write('core-handlers.generated.ts', handlersText(true));
  write('handlers.generated.ts', handlersText(false));
}
