/**
 * Tells the page what is typed: at once, or of a long text when typing rests, since each time all of it is put together.
 * Before the text is needed, as when the focus goes to a button, it is told.
 */
import { Facet } from '@codemirror/state';
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Most characters that are reported at once, which takes some 5 ms. */
const MOST_TOLD_AT_ONCE = 2 ** 19;
const REST_MS = 300;

const listener = Facet.define<(text: string) => void>();

class TypedText implements PluginValue {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** The text that the page has, if it comes from this editor. */
  told: string | null = null;

  constructor(view: EditorView) {
    this.#view = view;
  }

  /** To be called after an update, since listeners may change the view. */
  heard({ docChanged, state }: ViewUpdate): void {
    if (!docChanged) return;
    this.told = null;
    this.#stop();
    if (state.doc.length <= MOST_TOLD_AT_ONCE) this.#tell();
    else this.#timer = setTimeout(() => this.tellRest(), REST_MS);
  }

  tellRest(): void {
    if (this.#timer === null) return;
    this.#stop();
    this.#tell();
  }

  destroy(): void {
    this.tellRest();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(): void {
    const { state } = this.#view;
    this.told = state.doc.toString();
    for (const tell of state.facet(listener)) tell(this.told);
  }
}

const plugin = ViewPlugin.fromClass(TypedText, {
  eventHandlers: {
    blur() {
      this.tellRest();
    },
  },
});

export const typedText = (tell: (text: string) => void) => [
  plugin,
  listener.of(tell),
  EditorView.updateListener.of(update => update.view.plugin(plugin)?.heard(update)),
];

/** Tells what was not told yet. */
export const tellTyped = (view: EditorView): void => view.plugin(plugin)?.tellRest();

/** Whether the page has this text from here: then the view shows it. */
export const isTold = (view: EditorView, text: string): boolean => view.plugin(plugin)?.told === text;
