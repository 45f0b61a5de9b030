/**
 * Texts of the fields for shape and order that cannot be applied yet. Both must fit each other, so one may have to wait
 * for the other; until then the page keeps the last pair that fitted, and no field loses its text.
 */
import type { FieldError } from '../../base/field-error.ts';
import type { Params } from '../../contract/param-field.ts';
import type { Reading } from '../../model/permute/notation/reading.ts';
import { checkedRequest, type PermutationRequest } from '../../model/permute/permutation.ts';

export type ListName = 'shape' | 'perm';

export interface Drafts {
  /** Text as typed; null where the field shows what the page has. */
  readonly shape: string | null;
  readonly perm: string | null;
  /** Size from a pasted text; it is applied together with the lists. */
  readonly elementBytes: number | null;
  /** The page's answer to the last attempt. */
  readonly refused: FieldError | null;
}

export const NO_DRAFTS: Drafts = { shape: null, perm: null, elementBytes: null, refused: null };

export interface Review {
  /** Both lists, when they fit each other. */
  readonly request: PermutationRequest | null;
  /** For each field: why its text is not applied. */
  readonly errors: Readonly<Record<ListName, string | null>>;
  /** The list that the other one waits for, and how long it must be. */
  readonly waitsFor: { readonly name: ListName; readonly rank: number } | null;
}

/** Numbers with commas or spaces between; one separator at the end is on the way to the next number. */
function numbersIn(text: string): number[] | null {
  const words = text.split(/[\s,]+/).filter(word => word !== '');
  return words.every(word => /^\d{1,15}$/.test(word)) ? words.map(Number) : null;
}

export const typed = (drafts: Drafts, name: ListName, text: string): Drafts => ({
  ...drafts,
  [name]: text,
  refused: null,
});

/** Lists that the text says; what it leaves open stays as it was. */
export const pasted = (drafts: Drafts, { shape, perm, elementBytes }: Reading): Drafts => ({
  shape: shape?.join() ?? drafts.shape,
  perm: perm?.join() ?? drafts.perm,
  elementBytes: elementBytes ?? drafts.elementBytes,
  refused: null,
});

/** Leaving a field: text that says what the page has need not be kept. */
export function left(drafts: Drafts, page: PermutationRequest, name: ListName): Drafts {
  const text = drafts[name];
  return text !== null && numbersIn(text)?.join() === page[name].join() ? { ...drafts, [name]: null } : drafts;
}

/** `page` is what the page has. */
export function reviewed(drafts: Drafts, page: PermutationRequest): Review {
  const shape = drafts.shape === null ? page.shape : numbersIn(drafts.shape);
  const perm = drafts.perm === null ? page.perm : numbersIn(drafts.perm);
  if (shape === null || perm === null)
    return noRequest({ shape: shape === null ? SHAPE_FORM : null, perm: perm === null ? PERM_FORM : null });
  if (shape.length !== perm.length) return mismatch(drafts, shape.length, perm.length);
  const checked = checkedRequest({ ...page, shape, perm, elementBytes: drafts.elementBytes ?? page.elementBytes });
  if (!checked.ok) return noRequest(errorAt(checked.error));
  return {
    request: checked.value,
    errors: drafts.refused === null ? NO_ERRORS : errorAt(drafts.refused),
    waitsFor: null,
  };
}

const SHAPE_FORM = 'Sizes with commas between, such as 8,2,8,8.';
const PERM_FORM = 'Dimensions with commas between, such as 1,2,0,3.';
const NO_ERRORS: Review['errors'] = { shape: null, perm: null };

const noRequest = (errors: Review['errors']): Review => ({ request: null, errors, waitsFor: null });

/** The field that was typed in is right as far as it goes: the other one has to follow. */
function mismatch(drafts: Drafts, shapeRank: number, permRank: number): Review {
  const name: ListName = drafts.shape === null && drafts.perm !== null ? 'shape' : 'perm';
  const rank = name === 'shape' ? permRank : shapeRank;
  const error =
    name === 'shape'
      ? `Waits for a shape of ${sized(rank)}.`
      : `Waits for an order of ${sized(rank)}: it has ${permRank}.`;
  return { request: null, errors: { ...NO_ERRORS, [name]: error }, waitsFor: { name, rank } };
}

const sized = (rank: number): string => `${rank} ${rank === 1 ? 'dimension' : 'dimensions'}`;

/** `perm[2]: …` at the field `perm`; what is neither field's is shown at the shape. */
function errorAt({ field, message }: FieldError): Review['errors'] {
  const name: ListName = field.startsWith('perm') ? 'perm' : 'shape';
  const text = message.replace(/^(?:shape|perm|elementBytes)(?:\[\d+\])?: /, '');
  return { ...NO_ERRORS, [name]: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
}

/** The request as the page's parameters. */
export const patchOf = ({ shape, perm, elementBytes }: PermutationRequest): Params => ({
  shape: shape.join(),
  perm: perm.join(),
  elementBytes,
});

/** Dimension at place `from` goes to place `to`; those between make room. */
export function movedTo(perm: readonly number[], from: number, to: number): number[] {
  const rest = perm.toSpliced(from, 1);
  return rest.toSpliced(to, 0, perm[from]);
}
