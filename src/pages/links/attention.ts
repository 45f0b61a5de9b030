/** The page's whole state as a flat record of strings. What does not fit falls back to its default, and is not written. */
import type { TimeWindow } from '../../pictures/pipeline/records.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import { decodeVariant, encodeVariant, type PipelineVariant, plainVariant } from './pipeline-variant.ts';

/** What the chosen schedule is held against: itself without one of its overlaps, or all four ways. */
export const VERSUS = ['nothing', 'overlap', 'turns', 'all'] as const;
export type Versus = (typeof VERSUS)[number];

export interface AttentionState {
  /** Of one of the attention presets. */
  readonly variant: PipelineVariant;
  readonly versus: Versus;
  /** In clk; null = all of the axis. */
  readonly window: TimeWindow | null;
  /** The playhead in clk; null = where the page puts it. */
  readonly at: number | null;
  /** Logic-analyser traces of the barriers. */
  readonly traces: boolean;
  readonly criticalPath: boolean;
  /** The timelines alone, for slides. */
  readonly embed: boolean;
}

export const BF16 = 'fa3-forward';
export const FP8 = 'fa3-forward-fp8';

export const DEFAULTS: AttentionState = {
  variant: plainVariant(BF16),
  versus: 'nothing',
  window: null,
  at: null,
  traces: false,
  criticalPath: false,
  embed: false,
};

/** A clk of a run that can be played. */
const CLK = /^\d{1,12}(?:\.\d{1,6})?$/;
const clkOf = (text: string | undefined): number | null => (CLK.test(text ?? '') ? Number(text) : null);

function decodeWindow(text = ''): TimeWindow | null {
  const [from, to] = text.split('_').map(clkOf);
  return from != null && to != null && from < to ? { from, to } : null;
}

function decodeOwn(text = ''): PipelineVariant {
  const variant = decodeVariant(text, undefined);
  return variant !== null && [BF16, FP8].includes(variant.preset)
    ? { ...plainVariant(variant.preset), changes: variant.changes }
    : DEFAULTS.variant;
}

export const decodeAttentionSearch = (search: FlatSearch): AttentionState => ({
  variant: decodeOwn(search.a),
  versus: VERSUS.find(versus => versus === search.vs) ?? DEFAULTS.versus,
  window: decodeWindow(search.window),
  at: clkOf(search.at),
  traces: search.traces === '1',
  criticalPath: search.path === '1',
  embed: search.embed === '1',
});

const FIELDS: Readonly<Record<string, (state: AttentionState) => string | null>> = {
  a: ({ variant }) => encodeVariant(variant),
  vs: ({ versus }) => versus,
  window: ({ window }) => window && `${window.from}_${window.to}`,
  at: ({ at }) => at?.toString() ?? null,
  traces: ({ traces }) => (traces ? '1' : '0'),
  path: ({ criticalPath }) => (criticalPath ? '1' : '0'),
  embed: ({ embed }) => (embed ? '1' : '0'),
};

/** What a link without the field would mean is left out. */
export const encodeAttentionSearch = (state: AttentionState): FlatSearch =>
  Object.fromEntries(
    Object.entries(FIELDS).flatMap(([name, textOf]) => {
      const text = textOf(state);
      return text === null || text === textOf(DEFAULTS) ? [] : [[name, text]];
    }),
  );
