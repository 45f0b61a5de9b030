/**
 * The editor in the page's colours: custom properties reach into its shadow tree, so both themes are one style sheet. Words
 * are told apart by weight and grey alone, since hue belongs to the marks beside them.
 */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.controlKeyword, tags.modifier], fontWeight: '600' },
  { tag: [tags.meta, tags.processingInstruction, tags.typeName], color: 'var(--ink-2)' },
  { tag: [tags.string, tags.variableName], color: 'var(--ink-2)' },
  { tag: [tags.labelName, tags.function(tags.variableName)], color: 'var(--ink)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--ink-2)' },
]);

const surface = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    fontSize: 'calc(12px * var(--text-scale))',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', containerType: 'inline-size' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '4px 0 40px' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--line-strong)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '30px', padding: '0 10px 0 4px' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--cell-alt)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
});

/** The search panel is the library's; it takes the page's buttons and fields on. */
const panel = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 28px 8px 8px', fontFamily: 'var(--sans)' },
  '.cm-panel.cm-search label': { fontSize: 'calc(12px * var(--text-scale))' },
  '.cm-textfield': {
    padding: '3px 8px',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    color: 'inherit',
    fontSize: 'calc(12px * var(--text-scale))',
  },
  '.cm-button': {
    padding: '3px 8px',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    background: 'var(--surface)',
    color: 'inherit',
    fontSize: 'calc(12px * var(--text-scale))',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink-2)' },
});

const marks = EditorView.theme({
  '.cm-heat': { width: 'calc(98px * var(--text-scale))', cursor: 'pointer' },
  '.cm-heat .cm-gutterElement': { display: 'flex', alignItems: 'center' },
  '.heatRow': { display: 'flex', width: '100%', gap: '2px', padding: '0 2px 0 6px' },
  '.heatCell': {
    width: 'calc(34px * var(--text-scale))',
    borderRadius: '2px',
    fontFamily: 'var(--sans)',
    fontSize: 'calc(11px * var(--text-scale))',
    fontWeight: '600',
    lineHeight: 'calc(16px * var(--text-scale))',
    textAlign: 'center',
  },
  '.lanesCell': {
    width: 'calc(20px * var(--text-scale))',
    color: 'var(--ink-2)',
    fontWeight: '400',
    // How much of the warp was at work, as a height behind the number.
    background: 'linear-gradient(to top, var(--cell-alt) var(--share), transparent var(--share))',
  },
  '.cm-heat .cm-gutterElement:hover': { backgroundColor: 'var(--sunken)' },
  '.cm-line.chosen, .cm-gutterElement.chosen': { backgroundColor: 'var(--accent-soft)' },
  '.cm-line.atFault, .cm-gutterElement.atFault': { backgroundColor: 'var(--conflict-soft)' },
  '.cm-gutterElement.atFault': { color: 'var(--ink-2)' },
  '.fault': { textDecoration: 'underline wavy var(--conflict)', textUnderlineOffset: '3px' },
  '.faultWords': {
    padding: '3px 10px',
    borderLeft: '2px solid var(--conflict)',
    backgroundColor: 'var(--conflict-soft)',
    color: 'var(--conflict)',
    fontFamily: 'var(--sans)',
    fontSize: 'calc(12px * var(--text-scale))',
    whiteSpace: 'pre-wrap',
    // Lines of the text do not wrap; a message should not need to be scrolled to.
    boxSizing: 'border-box',
    maxWidth: 'calc(100cqi - 128px)',
  },
  '.faultWords.warning': {
    borderLeftColor: 'var(--warn)',
    backgroundColor: 'var(--warn-soft)',
    color: 'var(--ink)',
  },
  '@media screen and (max-width: 899px)': {
    '&': { fontSize: '12px' },
    '.cm-heat': { width: '76px' },
    '.lanesCell': { display: 'none' },
  },
});

export const editorTheme = [surface, panel, marks, syntaxHighlighting(highlight)];
