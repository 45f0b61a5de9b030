/** The copy as code to take along: the call that makes the map, the instruction, and a launch. */

import { useId } from 'react';
import { copyLaunch } from '../../model/tma/copy-launch.ts';
import { encodeText } from '../../model/tma/encode-text.ts';
import { instructionText } from '../../model/tma/instruction-text.ts';
import { CopyIcon } from '../../panels/kit/copying.tsx';
import { ScrollRegion } from '../../panels/kit/scroll-region.tsx';
import { TabPanel, TabRow } from '../../panels/kit/tabs.tsx';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import type { TensorMapState } from '../links/tensor-map.ts';
import css from './code-panel.module.css';
import { PasteField } from './paste-field.tsx';
import type { TensorMapHandle } from './use-tensor-map.ts';

type TextName = TensorMapState['text'];

const NAMES: readonly { readonly value: TextName; readonly label: string }[] = [
  { value: 'encode', label: 'Encode, C++' },
  { value: 'instruction', label: 'Copy, CUDA and PTX' },
  { value: 'launch', label: 'Launch, JSON' },
];

/** Text for a copy that breaks no rule. */
export function textOf({ copy }: Pick<CopyOfState, 'copy'>, name: TextName): string {
  if (name === 'encode') return encodeText(copy.map);
  if (name === 'instruction') return instructionText(copy);
  return `${JSON.stringify(copyLaunch(copy), null, 2)}\n`;
}

export function CodePanel({ state, update, shown }: TensorMapHandle & { readonly shown: CopyOfState }) {
  const id = useId();
  const text = textOf(shown, state.text);
  return (
    <section className="card panel" aria-label="As code">
      <div className={`head ${css.head}`}>
        <TabRow id={id} label="Text" tabs={NAMES} value={state.text} onChange={name => update({ text: name })} />
        <CopyIcon name="code" text={text} />
      </div>
      <TabPanel id={id} tab={state.text}>
        <ScrollRegion label="Code" className="code">
          <pre>{text}</pre>
        </ScrollRegion>
      </TabPanel>
      <PasteField state={state} update={update} />
    </section>
  );
}
