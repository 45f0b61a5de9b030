/**
 * The page and the fields of its link. The address stands behind the `#`, so that a link opens from any file server
 * under any base path. This is the only copy in memory; the browser's address bar follows it.
 */
import { type FlatSearch, frameWords, type LinkCodec } from './link-codec.ts';

export interface PagePlace {
  /** '/banks/transpose'. */
  readonly path: string;
  readonly search: FlatSearch;
}

/** The pages without a parameter. */
export type PlainPath =
  | '/'
  | '/workbench'
  | '/permute/statistics'
  | '/layouts'
  | '/swizzle'
  | '/tensor-map'
  | '/pipeline'
  | '/attention'
  | '/attention/published'
  | '/learn'
  | '/runs'
  | '/sheet'
  | '/glossary'
  | '/kit';

/** A link from one page to another. */
export type PageLink = { readonly search?: FlatSearch } & (
  | { readonly to: PlainPath; readonly params?: Readonly<Record<string, never>> }
  | { readonly to: '/banks/$kernel'; readonly params: { readonly kernel: string } }
  | { readonly to: '/picture/$picture'; readonly params: { readonly picture: string } }
);

export function addressOf({ to, params = {}, search = {} }: PageLink): PagePlace {
  const names = new Map(Object.entries(params));
  return { path: to.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(names.get(name) ?? '')), search };
}

/** '#/swizzle?rows=8'. */
export function hashOf({ path, search }: PagePlace): string {
  const words = new URLSearchParams(search).toString();
  return words === '' ? `#${path}` : `#${path}?${words}`;
}

/** Whatever stands behind the `#`. A host may append a query of its own to a link, even behind ours: it is left out. */
export function readHash(hash: string): PagePlace {
  const [place = ''] = hash.replace(/^#/, '').split('#');
  const [path = '', words = ''] = place.split('?');
  return {
    path: `/${path.split('/').filter(Boolean).join('/')}`,
    search: Object.fromEntries(new URLSearchParams(words)),
  };
}

/** The browser's address bar and its list of visited places. */
export interface AddressBar {
  readonly hash: () => string;
  readonly push: (hash: string) => void;
  readonly replace: (hash: string) => void;
}

export class PageAddress {
  readonly #bar: AddressBar;
  /** Fetches what the page at a path needs; null where it is there. */
  readonly #prepare: (path: string) => Promise<void> | null;
  readonly #listeners = new Set<() => void>();
  #asked: PagePlace;
  #shown: PagePlace;
  #isWriting = false;

  constructor(bar: AddressBar, prepare: (path: string) => Promise<void> | null) {
    this.#bar = bar;
    this.#prepare = prepare;
    this.#asked = readHash(bar.hash());
    // Another object than the first one that is shown: that one is news to who listens.
    this.#shown = { ...this.#asked };
    this.#show();
  }

  /** The page that is shown. The old page stays until the next one's files are loaded. */
  readonly shown = (): PagePlace => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Goes to another page, or to another state of this one; the back button returns. */
  go(next: PagePlace): void {
    this.#bar.push(hashOf(next));
    this.#ask(next);
  }

  /** Replaces the address: the back button skips the steps of a slider. */
  replace(next: PagePlace): void {
    this.#ask(next);
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Writes once for all changes of one event.
    queueMicrotask(() => {
      this.#isWriting = false;
      this.#bar.replace(hashOf(this.#asked));
    });
  }

  /** The bar says something else now: back, forward, a link, or typed. */
  readonly follow = (): void => this.#ask(readHash(this.#bar.hash()));

  /**
   * Changes the state that a page's link holds. The change is applied to the latest state, so that several changes in
   * one event are all kept. Nothing happens if the visitor has left the page, or if the change returns its argument.
   */
  update<S>(path: string, codec: LinkCodec<S>, change: (before: S) => S, asStep = false): void {
    const { path: here, search } = this.#asked;
    if (here !== path) return;
    const before = codec.stateOf(search);
    const after = change(before);
    if (after === before) return;
    const next = { path, search: { ...frameWords(search), ...codec.encode(after) } };
    if (asStep) this.go(next);
    else this.replace(next);
  }

  #ask(next: PagePlace): void {
    this.#asked = next;
    this.#show();
  }

  #show(): void {
    const asked = this.#asked;
    const coming = this.#prepare(asked.path);
    if (coming !== null) {
      void coming.then(() => this.#asked.path === asked.path && this.#show());
      return;
    }
    this.#shown = asked;
    for (const listener of this.#listeners) listener();
  }
}
