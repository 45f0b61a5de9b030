/**
 * Every colour of the page and its pictures, as hex, for the light and the dark theme. The one source: the page turns it
 * into CSS custom properties, a scene takes its palette from it, an exported SVG holds its literal values.
 */
import type { Source } from '../trace/span.ts';

export type ThemeName = 'light' | 'dark';

/** A colour that carries meaning, and the tint that stands behind text in that colour. */
export interface Tone {
  readonly ink: string;
  readonly soft: string;
}
/** A warp's role on a timeline: `fill` for bars (under `label` text), `ink` for lines and names. */
export interface RoleTone {
  readonly fill: string;
  readonly ink: string;
}
export type RoleColor = 'producer' | 'consumer1' | 'consumer2' | 'consumer3' | 'epilogue';

/** Conflict degree: `field` tints areas of degree 1, `mark` draws a conflict-free hit, then one step per power of two. */
export interface DegreeRamp {
  readonly field: string;
  readonly mark: string;
  readonly steps: readonly [two: string, four: string, eight: string, sixteen: string, thirtyTwo: string];
  /** Text on steps 2 to 32. */
  readonly labels: readonly [string, string, string, string, string];
}

export interface Theme {
  readonly name: ThemeName;
  readonly page: string;
  readonly surface: string;
  readonly sunken: string;
  readonly raised: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  /** Text on bank and role fills. */
  readonly label: string;
  readonly cellIdle: string;
  readonly cellAlt: string;
  readonly accent: Tone;
  readonly ok: Tone;
  readonly conflict: Tone;
  readonly warn: Tone;
  readonly stale: Tone;
  readonly sources: Readonly<Record<Source, Tone>>;
  /** Hue = 16-byte chunk, shade = word within it. */
  readonly banks: readonly string[];
  readonly degree: DegreeRamp;
  readonly roles: Readonly<Record<RoleColor, RoleTone>>;
  /** Dimensions A to H, kernels of a chart; always shown with a letter or marker. */
  readonly series: readonly string[];
  /** Opacity of the cells outside the chosen request. */
  readonly dimmed: number;
}

const hexes = (text: string): string[] => text.split(' ').map(hex => `#${hex}`);

const light: Theme = {
  name: 'light',
  page: '#f8f9fb',
  surface: '#ffffff',
  sunken: '#f1f3f5',
  raised: '#ffffff',
  line: '#dde0e4',
  lineStrong: '#b9bec4',
  ink: '#141a22',
  ink2: '#474e57',
  ink3: '#666c75',
  label: '#0b0f15',
  cellIdle: '#ebedf0',
  cellAlt: '#dde1e7',
  accent: { ink: '#315dd4', soft: '#e4edff' },
  ok: { ink: '#1b7948', soft: '#ddf6e4' },
  conflict: { ink: '#c22826', soft: '#ffebe8' },
  warn: { ink: '#925f18', soft: '#fdefd2' },
  stale: { ink: '#616a75', soft: '#edeff1' },
  sources: {
    predicted: { ink: '#9041a7', soft: '#f7ecfa' },
    emulated: { ink: '#007176', soft: '#ddf4f5' },
    measured: { ink: '#1b222b', soft: '#e9ebee' },
  },
  banks: hexes(
    'fed8dd f9aeb7 db9396 bd7878 feceb0 e8ae84 c89366 a97949 f2e4a0 d1c885 b0ad6a 919251 b7e9b4 97cc9b 77b084 57946d ' +
      '9cf6ee 7dd8d4 5ebbbb 3f9ea3 aee1fe 84c5ee 6ca7d2 558ab6 dce1fe bcbffd a4a1df 8c85c0 f6c6fb dba9da c08cb9 a6709a',
  ),
  degree: {
    field: '#e5e8ec',
    mark: '#768398',
    steps: ['#eddbb0', '#edb573', '#e78442', '#d2451a', '#991425'],
    labels: ['#0b0f15', '#0b0f15', '#0b0f15', '#ffffff', '#ffffff'],
  },
  roles: {
    producer: { fill: '#f1cf7b', ink: '#845a0f' },
    consumer1: { fill: '#67a2e4', ink: '#2063b0' },
    consumer2: { fill: '#70cbaa', ink: '#1a7057' },
    consumer3: { fill: '#ca679d', ink: '#a03a75' },
    epilogue: { fill: '#b9bec6', ink: '#515963' },
  },
  series: hexes('3263c3 cb7d34 2c8766 ca4b85 60438d a8aa5d 204e62 7a8798'),
  dimmed: 0.68,
};

const dark: Theme = {
  name: 'dark',
  page: '#0e1116',
  surface: '#15191e',
  sunken: '#090c0f',
  raised: '#1d2228',
  line: '#2a3036',
  lineStrong: '#474e57',
  ink: '#eaedf1',
  ink2: '#b1b6be',
  ink3: '#8b9199',
  label: '#f4f6f8',
  cellIdle: '#21252a',
  cellAlt: '#2c3138',
  accent: { ink: '#82a8fd', soft: '#1e2c4e' },
  ok: { ink: '#6cd092', soft: '#173221' },
  conflict: { ink: '#fc7b6f', soft: '#47211d' },
  warn: { ink: '#edb755', soft: '#3a2b11' },
  stale: { ink: '#8b939d', soft: '#212429' },
  sources: {
    predicted: { ink: '#d799ea', soft: '#36233b' },
    emulated: { ink: '#5dcbd1', soft: '#112e30' },
    measured: { ink: '#e4e8ed', soft: '#272c31' },
  },
  banks: hexes(
    '8d4d5a 773842 61252b 4b1016 935d39 7b4920 643604 472802 71631f 595005 413d03 2b2b01 4c7949 326439 165029 023b1f ' +
      '0b726c 075b59 044545 023032 2d7496 195e82 04486d 023354 585e95 48487e 383367 291e50 845a89 714571 5d3059 4a1c42',
  ),
  degree: {
    field: '#2e3238',
    mark: '#8592a8',
    steps: ['#554523', '#7e5823', '#b76b27', '#e97039', '#ff8480'],
    labels: ['#f4f6f8', '#f4f6f8', '#0b0f15', '#0b0f15', '#0b0f15'],
  },
  roles: {
    producer: { fill: '#8d6b27', ink: '#e8c270' },
    consumer1: { fill: '#295591', ink: '#85b8f2' },
    consumer2: { fill: '#29765d', ink: '#78d3b1' },
    consumer3: { fill: '#752a59', ink: '#e797c4' },
    epilogue: { fill: '#3b4048', ink: '#a8afb8' },
  },
  series: hexes('7ba4f0 efb062 5fc199 e87da9 a07cdb cfd271 99cedf 7e8792'),
  dimmed: 0.86,
};

export const themes: Readonly<Record<ThemeName, Theme>> = { light, dark };

/** The degrees that the ramp tells apart. */
export const DEGREES = [1, 2, 4, 8, 16, 32] as const;

/**
 * Step of the colour ramp. Between powers of two the lower step holds; above 32 the last one. -1 for a degree of 1 or
 * less.
 */
const rampStep = (wavefronts: number): number => Math.min(4, Math.floor(Math.log2(Math.max(1, wavefronts))) - 1);

/** Fill of a hit, bar or pill that takes `wavefronts` passes; 1 or 0 is the slate of no conflict. */
export function degreeFill(theme: Theme, wavefronts: number): string {
  const step = rampStep(wavefronts);
  return step < 0 ? theme.degree.mark : theme.degree.steps[step];
}

/** Text colour on `degreeFill`. */
export function degreeLabel(theme: Theme, wavefronts: number): string {
  const step = rampStep(wavefronts);
  return step < 0 ? light.label : theme.degree.labels[step];
}

/** Colours of a chip or pill that states a degree: calm for 1, the ramp above. */
export const degreeChip = (theme: Theme, wavefronts: number): { readonly fill: string; readonly text: string } =>
  wavefronts <= 1
    ? { fill: theme.degree.field, text: theme.label }
    : { fill: degreeFill(theme, wavefronts), text: degreeLabel(theme, wavefronts) };

/** `share` of `over` laid on `under`: what an opacity gives where the ground is known. */
export function blend(under: string, over: string, share: number): string {
  const channels = [1, 3, 5].map(i => {
    const [a, b] = [under, over].map(hex => Number.parseInt(hex.slice(i, i + 2), 16));
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`).replace(/([a-z])(\d)/g, '$1-$2');

const tonePair = (name: string, tone: Tone): [string, string][] => [
  [`--${name}`, tone.ink],
  [`--${name}-soft`, tone.soft],
];

const PLAIN = [
  'page',
  'surface',
  'sunken',
  'raised',
  'line',
  'lineStrong',
  'ink',
  'ink2',
  'ink3',
  'label',
  'cellIdle',
  'cellAlt',
] as const;
const TONES = ['accent', 'ok', 'conflict', 'warn', 'stale'] as const;

const rampVariables = ({ degree }: Theme): [string, string][] => [
  ['--degree-field', degree.field],
  ...degree.steps.flatMap((hex, step): [string, string][] => [
    [`--degree-${2 ** (step + 1)}`, hex],
    [`--degree-${2 ** (step + 1)}-label`, degree.labels[step]],
  ]),
];

/** Custom properties of the theme: `--page`, `--ink-2`, `--accent-soft`, `--degree-4`, `--role-producer-ink` … */
export const cssVariables = (theme: Theme): [name: string, value: string][] => [
  ...PLAIN.map((key): [string, string] => [`--${kebab(key)}`, theme[key]]),
  ...TONES.flatMap(key => tonePair(key, theme[key])),
  ...Object.entries(theme.sources).flatMap(([source, tone]) => tonePair(source, tone)),
  ...rampVariables(theme),
  ...Object.entries(theme.roles).flatMap(([role, tone]): [string, string][] => [
    [`--role-${kebab(role)}`, tone.fill],
    [`--role-${kebab(role)}-ink`, tone.ink],
  ]),
  ...theme.series.map((hex, i): [string, string] => [`--series-${'abcdefgh'[i]}`, hex]),
];
