/**
 * One table for a page's link gives the type of the page's state, its defaults, reading, writing, and reports on bad
 * links. Every link opens: a value that does not fit is replaced, and reported by name.
 */

/** The words behind the `?` of a link. */
export type FlatSearch = Readonly<Record<string, string>>;

/**
 * Words that belong to the frame around a page, not to its state: which step of which lesson is shown, its draw, whether the page
 * asks before it tells, the question that it answers, and whose frame it stands in. A change of the page's state leaves them as they are.
 */
const FRAME_WORDS: readonly string[] = ['lesson', 'seed', 'quiz', 'q', 'embed', 'parent'];

export const frameWords = (search: FlatSearch): FlatSearch =>
  Object.fromEntries(Object.entries(search).filter(([name]) => FRAME_WORDS.includes(name)));

export interface LinkProblem {
  /** The word of the link. */
  readonly field: string;
  /** What the link asked for, and what is shown instead. */
  readonly message: string;
}

type Refuse = (field: string, message: string) => void;

/** One part of a page's state, and how words of a link hold it. `name` is what the table calls the part. */
export interface LinkPart<T> {
  readonly fallback: T;
  /** The words of a link that belong to it. */
  readonly keys: (name: string) => readonly string[];
  /** Gives a value that fits, whatever the words are; what was not taken is refused. */
  readonly read: (search: FlatSearch, name: string, refuse: Refuse) => T;
  readonly write: (value: T, name: string) => FlatSearch;
  /** Whether it is written even if it is the default: the link then keeps its meaning when the default changes. */
  readonly isKept?: boolean;
}

/** A part that is one word. */
interface WordPart<T> extends LinkPart<T> {
  readonly textOf: (value: T) => string | null;
  readonly parse: (text: string) => T | undefined;
  readonly allowed: string;
}

interface WordSpec<T> {
  readonly fallback: T;
  /** Undefined where the text cannot be meant. */
  readonly parse: (text: string) => T | undefined;
  /** Null where no word says it. */
  readonly textOf: (value: T) => string | null;
  /** Completes 'x is not …'. */
  readonly allowed: string;
}

const LONGEST_SAID = 60;
/** A text of a link as a message repeats it. */
export const said = (text: string): string =>
  text === '' ? 'an empty word' : text.length > LONGEST_SAID ? `${text.slice(0, LONGEST_SAID)}…` : text;

export function word<T>({ fallback, parse, textOf, allowed }: WordSpec<T>): WordPart<T> {
  const read: LinkPart<T>['read'] = (search, name, refuse) => {
    const text = search[name];
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    const shown = textOf(fallback);
    refuse(name, `${said(text)} is not ${allowed}; ${shown ? `${said(shown)} is shown` : 'it is left out'}`);
    return fallback;
  };
  const write = (value: T, name: string): FlatSearch => {
    const text = textOf(value);
    return text === null ? {} : { [name]: text };
  };
  return { fallback, keys: name => [name], read, write, textOf, parse, allowed };
}

/** Larger whole numbers are not exact. */
const MOST = 10 ** 15 - 1;

export function int(least: number, most: number, fallback: number): WordPart<number> {
  return word({
    fallback,
    parse: text => {
      const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
    textOf: String,
    allowed: `a whole number${least > -MOST ? ` from ${least}` : ''}${most < MOST ? ` to ${most}` : ''}`,
  });
}

/** Any whole number, or any from 0 on. */
export const whole = (fallback: number): WordPart<number> => int(-MOST, MOST, fallback);
export const natural = (fallback: number): WordPart<number> => int(0, MOST, fallback);

/** The first is the default where no other is named. */
export function choice<const T extends string | number>(
  values: readonly T[],
  fallback: NoInfer<T> = values[0],
): WordPart<T> {
  return word<T>({
    fallback,
    parse: text => values.find(value => String(value) === text),
    textOf: String,
    allowed: `one of ${values.filter(value => value !== '').join(', ')}`,
  });
}

export const flag = (fallback: boolean): WordPart<boolean> =>
  word({
    fallback,
    parse: text => (text === '1' ? true : text === '0' ? false : undefined),
    textOf: value => (value ? '1' : '0'),
    allowed: '0 or 1',
  });

/** A text as it was typed, up to a length. */
export function text(fallback: string, most = Number.POSITIVE_INFINITY): WordPart<string> {
  const part = word<string>({ fallback, parse: typed => typed, textOf: value => value, allowed: 'a text' });
  const read: LinkPart<string>['read'] = (search, name, refuse) => {
    const typed = search[name] ?? fallback;
    if (typed.length > most) refuse(name, `${said(typed)} is too long; its first ${most} characters are shown`);
    return typed.slice(0, most);
  };
  return { ...part, read };
}

/** Null where the link does not say it. */
export const optional = <T>(part: WordPart<T>): WordPart<T | null> =>
  word<T | null>({
    fallback: null,
    parse: part.parse,
    textOf: value => (value === null ? null : part.textOf(value)),
    allowed: part.allowed,
  });

/** A word that a further rule must hold for. */
export const checked = <T>(part: WordPart<T>, holds: (value: T) => boolean, allowed = part.allowed): WordPart<T> =>
  word({
    ...part,
    parse: typed => {
      const value = part.parse(typed);
      return value !== undefined && holds(value) ? value : undefined;
    },
    allowed,
  });

/** Several numbers or names with a sign between them, all of which must fit: '64.64.1'. */
export function row<T>(part: WordPart<T>, sign: string, fallback: readonly NoInfer<T>[], lengths: readonly number[]) {
  return word<readonly T[]>({
    fallback,
    parse: typed => {
      const values = typed === '' ? [] : typed.split(sign).map(part.parse);
      return lengths.includes(values.length) && values.every(value => value !== undefined) ? values : undefined;
    },
    textOf: values => values.map(part.textOf).join(sign),
    allowed: `${lengths.length === 1 ? lengths[0] : `${lengths[0]} to ${lengths.at(-1)}`} of these with a "${sign}" between them: ${part.allowed}`,
  });
}

/**
 * Same as `row`, but values that do not fit are left out and the others are kept. `these` names the values in the
 * report.
 */
export function list<T>(
  part: WordPart<T>,
  sign: string,
  fallback: readonly NoInfer<T>[],
  [most, these]: readonly [number, string],
): LinkPart<readonly T[]> {
  const read: LinkPart<readonly T[]>['read'] = (search, name, refuse) => {
    const asked = search[name];
    if (asked === undefined) return fallback;
    const values = (asked === '' ? [] : asked.split(sign)).flatMap(each => {
      const value = part.parse(each);
      if (value === undefined) refuse(name, `${said(each)} is not ${part.allowed}; it is left out`);
      return value ?? [];
    });
    if (values.length > most) refuse(name, `more than ${most} ${these} do not fit; the first ${most} are shown`);
    return values.slice(0, most);
  };
  const write = (values: readonly T[], name: string) => ({ [name]: values.map(part.textOf).join(sign) });
  return { fallback, keys: name => [name], read, write };
}

type WordParts<T> = { readonly [K in keyof T]: WordPart<T[K]> };

/** A few named values in one word, in the order of the table: '11.5'. `fallback` is what stands for a missing word. */
export function record<T extends object>(parts: WordParts<T>, sign: string, fallback: T): WordPart<T> {
  const names = Object.keys(parts) as (keyof T)[];
  return word<T>({
    fallback,
    parse: typed => {
      const texts = typed.split(sign);
      const values = names.map((name, i) => parts[name].parse(texts[i] ?? ''));
      if (texts.length !== names.length || values.includes(undefined)) return undefined;
      return Object.fromEntries(names.map((name, i) => [name, values[i]])) as T;
    },
    textOf: value => names.map(name => parts[name].textOf(value[name])).join(sign),
    allowed: names.map(name => `${String(name)} (${parts[name].allowed})`).join(` ${sign} `),
  });
}

/** The part under another name in the link than in the state. */
export const named = <T>(key: string, part: LinkPart<T>): LinkPart<T> => ({
  ...part,
  keys: () => part.keys(key),
  read: (search, _, refuse) => part.read(search, key, refuse),
  write: value => part.write(value, key),
});

export const kept = <T>(part: LinkPart<T>): LinkPart<T> => ({ ...part, isKept: true });

export type LinkParts<S> = { readonly [K in keyof S]: LinkPart<S[K]> };

export interface LinkCodec<S> {
  readonly defaults: S;
  readonly decode: (search: FlatSearch) => { readonly state: S; readonly problems: readonly LinkProblem[] };
  /**
   * Fields of the link, without those that a link may leave out with the same meaning, and without those that no link
   * can hold.
   */
  encode(state: S): FlatSearch;
  /** The state alone, for links of the program's own. */
  readonly stateOf: (search: FlatSearch) => S;
}

export type StateOf<C> = C extends LinkCodec<infer S> ? S : never;

/**
 * `parts` is the table, in the order of the link. `follow` gives the parts whose limits or defaults depend on the others,
 * and which of all a link of that state needs.
 */
export function linkCodec<A extends object, B extends object = object>(
  parts: LinkParts<A>,
  follow: (first: A) => LinkParts<B> = () => ({}) as LinkParts<B>,
  isWritten: (name: string, state: A & B) => boolean = () => true,
): LinkCodec<A & B> {
  const decode = (search: FlatSearch) => {
    const problems: LinkProblem[] = [];
    const refuse: Refuse = (field, message) => problems.push({ field, message });
    const first = readAll(parts, search, refuse);
    const second = follow(first);
    const state = { ...first, ...readAll(second, search, refuse) };
    const known = new Set([...keysOf(parts), ...keysOf(second)]);
    for (const [field, value] of Object.entries(search))
      if (!known.has(field) && !FRAME_WORDS.includes(field))
        refuse(field, `is no word of this page; its value ${said(value)} is left out`);
    return { state, problems };
  };
  const encode = (state: A & B): FlatSearch => {
    const written = <T extends object>(table: LinkParts<T>, values: T) =>
      writeAll(table, values, name => isWritten(name, state));
    return { ...written(parts, state), ...written(follow(state), state) };
  };
  const stateOf = (search: FlatSearch) => decode(search).state;
  return { defaults: stateOf({}), decode, encode, stateOf };
}

/** The rows of a table with their names. */
const rowsOf = <T extends object>(parts: LinkParts<T>) =>
  (Object.keys(parts) as (keyof T & string)[]).map(name => [name, parts[name]] as const);

const keysOf = <T extends object>(parts: LinkParts<T>): string[] =>
  rowsOf(parts).flatMap(([name, part]) => part.keys(name));

const readAll = <T extends object>(parts: LinkParts<T>, search: FlatSearch, refuse: Refuse): T =>
  Object.fromEntries(rowsOf(parts).map(([name, part]) => [name, part.read(search, name, refuse)])) as T;

function writeAll<T extends object>(parts: LinkParts<T>, state: T, isWritten: (name: string) => boolean): FlatSearch {
  const words = rowsOf(parts).map(([name, part]) => {
    if (!isWritten(name)) return {};
    // A value that the word cannot say (it was chosen before another one changed its limits) is written as it will be read.
    const value = part.read(part.write(state[name], name), name, () => {});
    const [said, usual] = [part.write(value, name), part.write(part.fallback, name)];
    return part.isKept || !isSame(said, usual) ? said : {};
  });
  return Object.assign({}, ...words);
}

const isSame = (a: FlatSearch, b: FlatSearch): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);
