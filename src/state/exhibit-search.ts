/**
 * The exhibit's whole state as a flat record of strings: what the share link holds. Decoding never throws and never
 * drops a link: a value that does not fit falls back to its default and is reported by name.
 */
import type { Result } from '../base/result.ts';
import type { Params } from '../contract/param-field.ts';
import type { AccessSide } from '../trace/access-trace.ts';
import { decodeParams } from './exhibit-params.ts';

export type FlatSearch = Readonly<Record<string, string>>;

/** What the codec must know of a kernel; any kernel of the catalog has it. */
export interface ExhibitSpec {
  readonly variantIds: readonly string[];
  readonly defaultVariants: readonly string[];
  readonly archs: readonly string[];
  readonly defaultArch: string;
  readonly defaultSide: AccessSide;
  readonly defaults: Params;
  /** How many CTAs the launch has. */
  readonly ctas: (params: Params) => number;
  /** Checks a complete record of parameters; the error names the field. */
  readonly check: (params: Params) => Result<Params, { readonly field: string; readonly message: string }>;
}

export interface ExhibitState {
  /** 1 to 4 variant ids, in the order of their badges A to D. */
  readonly variants: readonly string[];
  readonly arch: string;
  readonly params: Params;
  readonly side: AccessSide;
  readonly warp: number;
  /** Which of the warp's requests on that side, from 0. */
  readonly request: number;
  /** Linear CTA number. */
  readonly cta: number;
  /** Wavefronts served at the playhead; null = all. */
  readonly at: number | null;
  readonly pin: { readonly row: number; readonly column: number } | null;
  readonly colourBy: string;
  readonly embed: boolean;
  /** Parameters that an embedded page may not change; 'all' locks every one. */
  readonly lock: readonly string[];
}

export interface SearchProblem {
  readonly field: string;
  readonly message: string;
}

export const MAX_VARIANTS = 4;
const COLOUR_BY = ['bank', 'offset', 'lane', 'chunk'];

export function decodeExhibit(
  search: FlatSearch,
  spec: ExhibitSpec,
): { state: ExhibitState; problems: SearchProblem[] } {
  const problems: SearchProblem[] = [];
  const { natural, choice } = readers(search, problems);
  const params = decodeParams(search, spec, problems);
  const state: ExhibitState = {
    variants: decodeVariants(search.v, spec, problems),
    // An architecture outside the shipped list needs a server that compiles; the page says so where it is missing.
    arch: /^sm_\d{2,3}[af]?$/.test(search.arch ?? '') ? search.arch : choice('arch', spec.archs, spec.defaultArch),
    params,
    side: choice('side', ['store', 'load'], spec.defaultSide) as AccessSide,
    warp: natural('warp'),
    request: natural('request'),
    cta: decodeCta(natural('cta'), spec.ctas(params), problems),
    at: search.at === undefined ? null : natural('at'),
    pin: decodePin(search.pin, problems),
    colourBy: choice('colour', COLOUR_BY, 'bank'),
    embed: search.embed === '1',
    lock: search.lock ? search.lock.split(',') : [],
  };
  return { state, problems };
}

/** What does not fit is reported and replaced. */
function readers(search: FlatSearch, problems: SearchProblem[]) {
  const natural = (field: string): number => {
    const text = search[field];
    if (text === undefined || /^\d{1,9}$/.test(text)) return Number(text ?? 0);
    problems.push({ field, message: `${text} is not a whole number; 0 is shown` });
    return 0;
  };
  const choice = (field: string, options: readonly string[], fallback: string): string => {
    const text = search[field];
    if (text === undefined || options.includes(text)) return text ?? fallback;
    problems.push({ field, message: `${text} is not one of ${options.join(', ')}; ${fallback} is shown` });
    return fallback;
  };
  return { natural, choice };
}

function decodeCta(cta: number, ctas: number, problems: SearchProblem[]): number {
  if (cta < ctas) return cta;
  problems.push({ field: 'cta', message: `${cta} is beyond the last of ${ctas}; 0 is shown` });
  return 0;
}

export function encodeExhibit(state: ExhibitState): FlatSearch {
  const search: Record<string, string> = { v: state.variants.join(','), arch: state.arch };
  for (const [name, value] of Object.entries(state.params)) search[name] = String(value);
  search.side = state.side;
  search.warp = String(state.warp);
  if (state.request > 0) search.request = String(state.request);
  if (state.cta > 0) search.cta = String(state.cta);
  if (state.at !== null) search.at = String(state.at);
  if (state.pin) search.pin = `${state.pin.row}.${state.pin.column}`;
  if (state.colourBy !== 'bank') search.colour = state.colourBy;
  if (state.embed) search.embed = '1';
  if (state.lock.length > 0) search.lock = state.lock.join(',');
  return search;
}

function decodeVariants(text: string | undefined, spec: ExhibitSpec, problems: SearchProblem[]): readonly string[] {
  if (!text) return spec.defaultVariants;
  const asked = [...new Set(text.split(','))];
  const known = asked.filter(id => spec.variantIds.includes(id)).slice(0, MAX_VARIANTS);
  const unknown = asked.filter(id => !spec.variantIds.includes(id));
  if (unknown.length > 0) problems.push({ field: 'v', message: `no variant is called ${unknown.join(', ')}` });
  if (asked.length > MAX_VARIANTS)
    problems.push({ field: 'v', message: `more than ${MAX_VARIANTS} variants do not fit side by side` });
  return known.length > 0 ? known : spec.defaultVariants;
}

function decodePin(text: string | undefined, problems: SearchProblem[]): ExhibitState['pin'] {
  if (text === undefined) return null;
  const match = /^(\d{1,6})\.(\d{1,6})$/.exec(text);
  if (match) return { row: Number(match[1]), column: Number(match[2]) };
  problems.push({ field: 'pin', message: `${text} is not a row and a column like 11.5; nothing is pinned` });
  return null;
}
