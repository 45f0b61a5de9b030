/** The page's whole state as a flat record of strings. What does not fit falls back to its default, and is not written. */
import type { TimeWindow } from '../../pictures/pipeline/records.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import { decodeVariant, encodeVariant, type PipelineVariant, plainVariant } from './pipeline-variant.ts';

export const UNDERS = ['emulated', 'measured', 'nothing'] as const;

export interface PipelinePageState {
  /** One to four, in the order of their badges. */
  readonly variants: readonly PipelineVariant[];
  /** Which of them the rail and the editor change. */
  readonly edited: number;
  /** Id of the marker at the axis' 0; null = the start. */
  readonly align: string | null;
  /** In clk of the axis; null = all of it. */
  readonly window: TimeWindow | null;
  /** The playhead in clk of the axis; null = where the page puts it. */
  readonly at: number | null;
  readonly traces: boolean;
  readonly units: boolean;
  readonly criticalPath: boolean;
  readonly under: (typeof UNDERS)[number];
  readonly editor: boolean;
  /** The timelines alone, for slides. */
  readonly embed: boolean;
}

export const MOST_VARIANTS = 4;
const LETTERS = ['a', 'b', 'c', 'd'] as const;

export const DEFAULTS: PipelinePageState = {
  variants: [plainVariant('v3-wgmma')],
  edited: 0,
  align: null,
  window: null,
  at: null,
  traces: true,
  units: true,
  criticalPath: false,
  under: 'emulated',
  editor: false,
  embed: false,
};

/** At most so many digits: a clk of a run that can be played. */
const CLK = /^-?\d{1,12}(?:\.\d{1,6})?$/;
const clkOf = (text: string | undefined): number | null => (CLK.test(text ?? '') ? Number(text) : null);

function decodeWindow(text = ''): TimeWindow | null {
  const [from, to] = text.split('_').map(clkOf);
  return from != null && to != null && from < to ? { from, to } : null;
}

export function decodePipelineSearch(search: FlatSearch): PipelinePageState {
  const named = LETTERS.flatMap(letter => decodeVariant(search[letter] ?? '', search[`${letter}.own`]) ?? []);
  const variants = named.length > 0 ? named : DEFAULTS.variants;
  const edited = Number(search.edit ?? 0);
  return {
    variants,
    edited: Number.isInteger(edited) && edited > 0 && edited < variants.length ? edited : 0,
    align: search.align || null,
    window: decodeWindow(search.window),
    at: clkOf(search.at),
    traces: search.traces !== '0',
    units: search.units !== '0',
    criticalPath: search.path === '1',
    under: UNDERS.find(under => under === search.under) ?? DEFAULTS.under,
    editor: search.editor === '1',
    embed: search.embed === '1',
  };
}

const FIELDS: Readonly<Record<string, (state: PipelinePageState) => string | null>> = {
  edit: state => `${state.edited}`,
  align: state => state.align,
  window: ({ window }) => window && `${window.from}_${window.to}`,
  at: state => state.at?.toString() ?? null,
  traces: state => (state.traces ? '1' : '0'),
  units: state => (state.units ? '1' : '0'),
  path: state => (state.criticalPath ? '1' : '0'),
  under: state => state.under,
  editor: state => (state.editor ? '1' : '0'),
  embed: state => (state.embed ? '1' : '0'),
};

/** What a link without the field would mean is left out. */
export function encodePipelineSearch(state: PipelinePageState): FlatSearch {
  const [first] = state.variants;
  const isDefault = state.variants.length === 1 && encodeVariant(first) === encodeVariant(DEFAULTS.variants[0]);
  const variants = isDefault && first.own === null ? [] : state.variants;
  const fields = Object.entries(FIELDS).map(([name, textOf]) => [name, textOf(state), textOf(DEFAULTS)] as const);
  return Object.fromEntries([
    ...variants.map((variant, i) => [LETTERS[i], encodeVariant(variant)]),
    ...variants.flatMap(({ own }, i) => (own === null ? [] : [[`${LETTERS[i]}.own`, own]])),
    ...fields.flatMap(([name, text, usual]) => (text === null || text === usual ? [] : [[name, text]])),
  ]);
}
