/** The link of the pipeline page: which pipelines, and what of them is drawn. */
import {
  choice,
  type FlatSearch,
  flag,
  int,
  type LinkPart,
  linkCodec,
  named,
  type StateOf,
  said,
  word,
} from '../../state/link-codec.ts';
import { clkParts } from './clk.ts';
import { decodeVariant, encodeVariant, type PipelineVariant, plainVariant } from './pipeline-variant.ts';

export const UNDERS = ['emulated', 'measured', 'both', 'nothing'] as const;
type Under = (typeof UNDERS)[number];
export const MOST_VARIANTS = 4;
const LETTERS = ['a', 'b', 'c', 'd'] as const;

/** Each has a letter as its word; a scenario of its own has a second one: `a.own`. */
const variantsFrom = (preset: string): LinkPart<readonly PipelineVariant[]> => {
  const fallback = [plainVariant(preset)];
  return {
    fallback,
    keys: () => LETTERS.flatMap(letter => [letter, `${letter}.own`]),
    read: (search, _, refuse) => {
      const named = LETTERS.flatMap(letter => {
        const asked = search[letter];
        if (asked === undefined) return [];
        const variant = decodeVariant(asked, search[`${letter}.own`], why => refuse(letter, why));
        if (variant === null) refuse(letter, `${said(asked)} is no pipeline; it is left out`);
        return variant ?? [];
      });
      return named.length > 0 ? named : fallback;
    },
    write: value =>
      Object.fromEntries([
        ...value.map((variant, i) => [LETTERS[i], encodeVariant(variant)]),
        ...value.flatMap(({ own }, i) => (own === null ? [] : [[`${LETTERS[i]}.own`, own]])),
      ]) as FlatSearch,
  };
};

/** Id of the marker that lies at the axis' 0; '' says no more than a missing word. */
const align = word<string | null>({
  fallback: null,
  allowed: 'a marker',
  parse: typed => typed || null,
  textOf: value => value,
});

const partsFrom = (preset: string, traces: boolean, under: Under = 'emulated') => ({
  /** One to four, in the order of their badges. */
  variants: variantsFrom(preset),
  /** Null = the start. */
  align,
  /** Both in clk of the axis. */
  ...clkParts(Number.NEGATIVE_INFINITY),
  traces: flag(traces),
  units: flag(true),
  criticalPath: named('path', flag(false)),
  brackets: flag(!traces),
  under: choice(UNDERS, under),
  editor: flag(false),
  /** The timelines alone, for slides. */
  embed: flag(false),
});

/** Index of the variant that the rail and the editor change. */
const editedPart = (length: number) => ({ edited: named('edit', int(0, length - 1, 0)) });

export const pipelineLink = linkCodec(partsFrom('v3-wgmma', true), ({ variants: { length } }) => editedPart(length));
export type PipelinePageState = StateOf<typeof pipelineLink>;

/** Link of the attention ladder's page: its pipelines, and the state of its other parts. */
export const ladderLink = linkCodec(
  {
    ...partsFrom('a4-overlap', false, 'both'),
    /** Steps of the online softmax so far. */
    step: int(0, 16, 1),
    /** A score of a warpgroup, whose way is told, and a column of the operands on it. */
    row: int(0, 63, 0),
    key: int(0, 63, 0),
    column: int(0, 63, 0),
  },
  ({ variants: { length } }) => editedPart(length),
);
export type LadderState = StateOf<typeof ladderLink>;
