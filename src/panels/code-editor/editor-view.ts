/**
 * A CodeMirror view inside a shadow tree. There the library hands its style rules to the browser as objects
 * (`adoptedStyleSheets`), where it would otherwise write <style> elements, which the server's content policy forbids.
 */
import { defaultKeymap, history, historyField, historyKeymap, indentWithTab } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { bracketMatching, indentOnInput, indentUnit, StreamLanguage } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import { heatGutter } from './heat-gutter.ts';
import { jsonLanguage } from './json-language.ts';
import { lineAnnotations } from './line-annotations.ts';
import { ptxLanguage } from './ptx-language.ts';
import type { SourceTab } from './source-tab.ts';
import { isTold, tellTyped, typedText } from './typed-text.ts';

/** The edited text: a source of the workbench, or data as JSON. */
export interface EditorText extends Pick<SourceTab, 'name' | 'text' | 'editable'> {
  readonly language: SourceTab['language'] | 'json';
}

export interface EditorActions {
  onChange(text: string): void;
  /** A line was asked for, 1-based. */
  onPick(line: number): void;
  onRun(): void;
  onStepFinding(by: 1 | -1): void;
  /** The line that is in sight when the text is opened, 1-based; absent: the first. */
  startLine?(): number;
}

/** Texts with their undo history, by the id of what was edited: a switch of tabs forgets nothing. */
const sessions = new Map<string, unknown>();
const KEPT_SESSIONS = 8;
const KEPT_FIELDS = { history: historyField };

export function openEditor(host: HTMLElement, id: string, tab: EditorText, actions: () => EditorActions): EditorView {
  const extensions = extensionsOf(tab, actions);
  const parent = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const state = sessionState(id, tab.text, extensions);
  const view = new EditorView({ parent, state });
  beginAt(view, actions().startLine?.() ?? 1);
  if (tab.language === 'python') void colourPython(view);
  return view;
}

/** A few lines above the first one are in sight, too [px]. */
const ABOVE_START_PX = 48;

/** Scrolls the editor alone: the library's own way to a line moves the page around it, too. */
export function beginAt(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from } = doc.line(Math.min(line, doc.lines));
  view.requestMeasure({
    read: () => view.lineBlockAt(from).top,
    write: top => {
      view.scrollDOM.scrollTop = top - ABOVE_START_PX;
    },
  });
}

const late = new Compartment();

async function colourPython(view: EditorView): Promise<void> {
  const { python } = await import('@codemirror/legacy-modes/mode/python');
  view.dispatch({ effects: late.reconfigure(StreamLanguage.define(python)) });
}

export function closeEditor(view: EditorView, id: string): void {
  sessions.delete(id);
  sessions.set(id, view.state.toJSON(KEPT_FIELDS));
  if (sessions.size > KEPT_SESSIONS) sessions.delete(sessions.keys().next().value as string);
  view.destroy();
}

function sessionState(id: string, text: string, extensions: Extension): EditorState {
  const kept = sessions.get(id) as { doc: string } | undefined;
  return kept?.doc === text
    ? EditorState.fromJSON(kept, { extensions }, KEPT_FIELDS)
    : EditorState.create({ doc: text, extensions });
}

function extensionsOf(tab: EditorText, actions: () => EditorActions): Extension {
  const pick = (line: number) => actions().onPick(line);
  return [
    lineAnnotations,
    tab.language === 'json' ? [] : heatGutter(pick),
    lineNumbers(),
    highlightActiveLineGutter(),
    drawSelection(),
    history(),
    bracketMatching(),
    search({ top: true }),
    LANGUAGES[tab.language](),
    editorTheme,
    EditorView.contentAttributes.of({
      'aria-label': `${LANGUAGE_NAMES[tab.language]}, ${tab.name}`,
      tabindex: '0',
    }),
    keymap.of([...ownKeys(actions), ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.updateListener.of(update => {
      if (update.transactions.some(transaction => transaction.isUserEvent('select.pointer')))
        pick(lineAtCursor(update.state));
    }),
    tab.editable ? editing(actions) : EditorState.readOnly.of(true),
  ];
}

/** Python's is loaded when a text of it is opened. */
const LANGUAGES = { ptx: () => ptxLanguage, cuda: cpp, json: () => jsonLanguage, python: () => late.of([]) };
const LANGUAGE_NAMES = { ptx: 'PTX', cuda: 'CUDA', json: 'JSON', python: 'Python' };

const lineAtCursor = ({ doc, selection }: EditorState): number => doc.lineAt(selection.main.head).number;

const editing = (actions: () => EditorActions): Extension => [
  indentOnInput(),
  indentUnit.of('  '),
  // Escape lets the next Tab leave the editor: the library's own rule.
  keymap.of([indentWithTab]),
  typedText(text => actions().onChange(text)),
];

const ownKeys = (actions: () => EditorActions) => {
  const says = (does: (view: EditorView) => void) => (view: EditorView) => {
    does(view);
    return true;
  };
  return [
    {
      key: 'Mod-Enter',
      run: says(view => {
        tellTyped(view);
        actions().onRun();
      }),
    },
    {
      key: 'Alt-Enter',
      run: says(({ state }) => actions().onPick(lineAtCursor(state))),
    },
    { key: 'F8', run: says(() => actions().onStepFinding(1)), shift: says(() => actions().onStepFinding(-1)) },
  ];
};

/** Shows a text that changed elsewhere; a text typed in this editor is already shown. */
export function showText(view: EditorView | null, text: string): void {
  if (!view || isTold(view, text) || view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

export function scrollToLine(view: EditorView | null, line: number): void {
  if (!view || line < 1 || line > view.state.doc.lines) return;
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: 'nearest', yMargin: 80 }) });
}
