/** The gutter that shows what each line costs. */
import { gutter } from '@codemirror/view';
import { lineAnnotations } from './line-annotations.ts';

/** `onPick` gets the 1-based line that was clicked. */
export const heatGutter = (onPick: (line: number) => void) =>
  gutter({
    class: 'cm-heat',
    markers: view => view.state.field(lineAnnotations).heat,
    domEventHandlers: {
      mousedown(view, block) {
        onPick(view.state.doc.lineAt(block.from).number);
        return true;
      },
    },
  });
