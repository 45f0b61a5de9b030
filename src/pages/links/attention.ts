/** The link of the attention page. */
import { choice, flag, type LinkPart, linkCodec, named, type StateOf, said } from '../../state/link-codec.ts';
import { clkParts } from './clk.ts';
import { decodeVariant, encodeVariant, type PipelineVariant, plainVariant } from './pipeline-variant.ts';

/** Comparison of the chosen schedule: with itself without one of its overlaps, or with all four ways. */
export const VERSUS = ['nothing', 'overlap', 'turns', 'all'] as const;
export type Versus = (typeof VERSUS)[number];

export const BF16 = 'fa3-forward';
export const FP8 = 'fa3-forward-fp8';

/** One of the attention presets, with its changes. */
const variant: LinkPart<PipelineVariant> = {
  fallback: plainVariant(BF16),
  keys: name => [name],
  read: (search, name, refuse) => {
    const asked = search[name];
    if (asked === undefined) return variant.fallback;
    const read = decodeVariant(asked, undefined, why => refuse(name, why));
    if (read !== null && [BF16, FP8].includes(read.preset))
      return { ...plainVariant(read.preset), changes: read.changes };
    refuse(name, `${said(asked)} is no pipeline of attention; ${BF16} is shown`);
    return variant.fallback;
  },
  write: (value, name) => ({ [name]: encodeVariant(value) }),
};

export const attentionLink = linkCodec({
  variant: named('a', variant),
  versus: named('vs', choice(VERSUS)),
  /** Both in clk. */
  ...clkParts(0),
  /** Logic-analyser traces of the barriers. */
  traces: flag(false),
  criticalPath: named('path', flag(false)),
  /** The timelines alone, for slides. */
  embed: flag(false),
});
export type AttentionState = StateOf<typeof attentionLink>;
