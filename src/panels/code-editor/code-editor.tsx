/**
 * The editor as a component: one text, its marks, and what is done in it. Give it a `key` that changes with the text that
 * it stands for. A region of its own for the page's keys.
 */
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import css from './code-editor.module.css';
import {
  beginAt,
  closeEditor,
  type EditorActions,
  type EditorText,
  openEditor,
  scrollToLine,
  showText,
} from './editor-view.ts';
import { type Annotations, annotate } from './line-annotations.ts';

export interface CodeEditorProps extends EditorActions {
  /** Key of the text's editing history, which outlives the component. */
  readonly id: string;
  readonly tab: EditorText;
  readonly annotations: Annotations;
  /** Part of the text that is of interest, such as a kernel by its name: another one is brought into sight. */
  readonly part?: string | undefined;
}

export function CodeEditor(props: CodeEditorProps) {
  const { tab, annotations, part } = props;
  const { chosenLine, faults } = annotations;
  const firstFault = faults.find(fault => !fault.isWarning);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const { id } = latest.current;
    const opened = openEditor(host.current as HTMLElement, id, latest.current.tab, () => latest.current);
    view.current = opened;
    return () => closeEditor(opened, id);
  }, []);
  useEffect(() => showText(view.current, tab.text), [tab.text]);
  const partInSight = useRef(part);
  useEffect(() => {
    if (partInSight.current === part) return;
    partInSight.current = part;
    if (view.current) beginAt(view.current, latest.current.startLine?.() ?? 1);
  }, [part]);
  useEffect(() => view.current?.dispatch({ effects: annotate.of(annotations) }), [annotations]);
  useEffect(() => scrollToLine(view.current, chosenLine), [chosenLine]);
  useEffect(() => scrollToLine(view.current, firstFault?.line ?? 0), [firstFault]);
  return <div ref={host} className={css.host} data-own-keys />;
}
