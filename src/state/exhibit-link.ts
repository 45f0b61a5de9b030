/** The exhibit's whole state as a link: what it shows of a launch, and the kernel's own parameters. */
import type { FieldError } from '../base/field-error.ts';
import type { Result } from '../base/result.ts';
import type { Params, ParamValue } from '../contract/param-field.ts';
import {
  choice,
  flag,
  int,
  kept,
  type LinkCodec,
  type LinkPart,
  linkCodec,
  list,
  named,
  optional,
  record,
  said,
  text,
  word,
} from './link-codec.ts';

export type Side = 'store' | 'load';

/** What the link needs to know of a kernel; every kernel of the catalog has it. */
export interface ExhibitSpec {
  readonly variantIds: readonly string[];
  readonly defaultVariants: readonly string[];
  /** Those of a link without any, where they depend on the parameters. */
  readonly variantsFor?: ((params: Params) => readonly string[]) | undefined;
  readonly archs: readonly string[];
  readonly defaultArch: string;
  readonly defaultSide: Side;
  /** Variants whose lanes only store: a link without a side that shows nothing else shows their stores. */
  readonly onlyStore?: readonly string[] | undefined;
  /** Request of the default side that a link without one shows; 0 if absent. */
  readonly defaultRequest?: ((params: Params) => number) | undefined;
  readonly defaults: Params;
  /** A number among the parameters that each variant may have for itself; none if absent. */
  readonly perVariant?: string | undefined;
  /** How many CTAs the launch has. */
  readonly ctas: (params: Params) => number;
  /** Checks a complete record of parameters; the error names the field. */
  readonly check: (params: Params) => Result<Params, FieldError>;
}

export interface ExhibitState {
  /** 1 to 4 variant ids, in the order of their badges A to D. */
  readonly variants: readonly string[];
  readonly arch: string;
  readonly params: Params;
  /** The number that a variant has in place of the shared one of `perVariant`, by its place; null or absent = the shared one. */
  readonly own: readonly (number | null)[];
  readonly side: Side;
  readonly warp: number;
  /** Index of the request among the warp's requests on that side, from 0. */
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

export const MAX_VARIANTS = 4;
const MOST_PLACE = 999_999_999;
const place = (most = MOST_PLACE) => int(0, most, 0);

export const exhibitLink = (spec: ExhibitSpec): LinkCodec<ExhibitState> =>
  linkCodec(
    {
      arch: kept(archOf(spec)),
      params: kept(paramsOf(spec)),
      side: kept(sideOf(spec)),
      warp: kept(place()),
      at: optional(place()),
      pin: optional(record({ row: place(999_999), column: place(999_999) }, '.', { row: 0, column: 0 })),
      colourBy: named('colour', choice<string>(['bank', 'offset', 'lane', 'chunk'])),
      embed: flag(false),
      lock: list(text(''), ',', [], [64, 'parameters']),
    },
    ({ params, side, warp }) => ({
      variants: named('v', kept(variantsOf(spec, params))),
      cta: place(spec.ctas(params) - 1),
      own: ownOf(spec, params),
      request: int(0, MOST_PLACE, side === spec.defaultSide && warp === 0 ? (spec.defaultRequest?.(params) ?? 0) : 0),
    }),
  );

function sideOf({ defaultSide, onlyStore = [] }: ExhibitSpec): LinkPart<Side> {
  const known = choice<Side>(['store', 'load'], defaultSide);
  const areStores = (variants: string): boolean => variants.split(',').every(id => onlyStore.includes(id));
  return {
    ...known,
    read: (search, name, refuse) =>
      search[name] === undefined && areStores(search.v ?? '') ? 'store' : known.read(search, name, refuse),
  };
}

const LETTERS = ['a', 'b', 'c', 'd'] as const;

/** A word for each variant: `b.pad=8`. */
function ownOf({ perVariant, check }: ExhibitSpec, params: Params): LinkPart<readonly (number | null)[]> {
  const words = perVariant === undefined ? [] : LETTERS.map(letter => `${letter}.${perVariant}`);
  return {
    fallback: [],
    keys: () => words,
    read: (search, _, refuse) => {
      const own = words.map(word => {
        const typed = search[word];
        if (typed === undefined || perVariant === undefined) return null;
        const value = paramValue(typed, 0);
        const checked = value === undefined ? null : check({ ...params, [perVariant]: value });
        if (checked?.ok) return Number(value);
        const why = checked === null ? `${said(typed)} is not a number` : checked.error.message;
        refuse(word, `${why}; the variant has what all have`);
        return null;
      });
      return own.slice(0, own.findLastIndex(value => value !== null) + 1);
    },
    write: own => Object.fromEntries(own.flatMap((value, at) => (value === null ? [] : [[words[at], String(value)]]))),
  };
}

/** The variants of a link that names none. */
export const usualVariants = (
  { defaultVariants, variantsFor }: Pick<ExhibitSpec, 'defaultVariants' | 'variantsFor'>,
  params: Params,
): readonly string[] => variantsFor?.(params) ?? defaultVariants;

function variantsOf(spec: ExhibitSpec, params: Params): LinkPart<readonly string[]> {
  const { variantIds, perVariant } = spec;
  const usual = usualVariants(spec, params);
  const known = list(choice<string>(variantIds), ',', usual, [MAX_VARIANTS, 'variants']);
  return {
    ...known,
    read: (search, name, refuse) => {
      const all = (search[name] ?? '').split(',').filter(id => id !== '');
      // Twice the same shows nothing, unless the two may differ in a number.
      const asked = perVariant === undefined ? [...new Set(all)] : all;
      const read = known.read({ [name]: asked.join(',') }, name, refuse);
      return read.length > 0 ? read : usual;
    },
  };
}

/** An architecture outside the shipped list needs a server that compiles; the page says so where it is missing. */
const archOf = ({ archs, defaultArch }: ExhibitSpec) =>
  word<string>({
    fallback: defaultArch,
    allowed: `one of ${archs.join(', ')}`,
    parse: typed => (archs.includes(typed) || /^sm_\d{2,3}[af]?$/.test(typed) ? typed : undefined),
    textOf: value => value,
  });

/** A word for each of the kernel's parameters, of the type of its default. */
const paramsOf = (spec: ExhibitSpec): LinkPart<Params> => ({
  fallback: spec.defaults,
  keys: () => Object.keys(spec.defaults),
  read: (search, _, refuse) => {
    const given: Record<string, ParamValue> = {};
    for (const [name, fallback] of Object.entries(spec.defaults)) {
      const typed = search[name];
      const value = typed === undefined ? undefined : paramValue(typed, fallback);
      if (value !== undefined) given[name] = value;
      else if (typed !== undefined) refuse(name, `${said(typed)} is not a number; ${String(fallback)} is shown`);
    }
    return fitting(given, spec, refuse);
  },
  write: params => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
});

/** Undefined for a number that is none. */
function paramValue(typed: string, fallback: ParamValue): ParamValue | undefined {
  if (typeof fallback === 'boolean') return typed === 'true';
  if (typeof fallback === 'string') return typed;
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isNaN(value) ? undefined : value;
}

/** Fields that belong together arrive together; what does not fit is replaced by its default, one field after the other. */
function fitting(
  given: Record<string, ParamValue>,
  { defaults, check }: ExhibitSpec,
  refuse: (field: string, message: string) => void,
): Params {
  for (;;) {
    const fits = check({ ...defaults, ...given });
    if (fits.ok) return fits.value;
    const { field, message } = fits.error;
    // `perm[2]` is part of `perm`; a field that is its default already clashes with another one, so that all have to go.
    const name = field.replace(/\[.*/, '');
    const dropped = Object.hasOwn(given, name) ? [name] : Object.keys(given);
    for (const each of dropped) {
      refuse(each, `${message}; ${String(defaults[each])} is shown`);
      delete given[each];
    }
  }
}
