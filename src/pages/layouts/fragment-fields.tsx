/** A fragment's own layout where it is typed, and where its matrix lies in shared memory. */
import { ok } from '../../base/result.ts';
import { errorText, type Refusable } from '../../model/layout/layout-error.ts';
import type { Fragment } from '../../model/layout-steps/fragments.ts';
import { readMatrix } from '../../model/layout-steps/own-fragment.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { OWN } from '../links/layouts.ts';
import { type FragmentDrawing, readThreadValues } from './fragment-answer.ts';
import { LayoutField } from './layout-field.tsx';
import css from './layouts-page.module.css';
import type { LayoutsHandle } from './use-layouts.ts';

interface FragmentFieldsProps extends LayoutsHandle {
  readonly fragment: Refusable<Fragment>;
  readonly answer: Refusable<FragmentDrawing>;
}

export function FragmentFields({ state, update, fragment, answer }: FragmentFieldsProps) {
  const { rows, columns } = fragment.ok ? fragment.value : { rows: 16, columns: 8 };
  return (
    <div className={css.fields}>
      {state.atom === OWN && <OwnFields state={state} update={update} fragment={fragment} />}
      <LayoutField
        label={`In shared memory: a layout of ${rows} × ${columns} elements, or nothing`}
        value={state.shared}
        placeholder={`(${rows},${columns}):(${columns},1)`}
        read={readShared}
        refusal={answer.ok || !fragment.ok ? null : errorText(answer.error)}
        onChange={shared => update({ shared })}
      />
    </div>
  );
}

const readShared = (text: string): Refusable<unknown> => (text.trim() === '' ? ok(null) : readLayout(text));

const OwnFields = ({ state, update, fragment }: Omit<FragmentFieldsProps, 'answer'>) => (
  <>
    <LayoutField
      label="Threads and values, to row + rows × column"
      value={state.tv}
      placeholder="((4,8),(2,2)):((32,1),(16,8))"
      read={readThreadValues}
      refusal={fragment.ok ? null : errorText(fragment.error)}
      onChange={tv => update({ tv })}
    />
    <LayoutField
      label="Rows and columns of the matrix"
      value={state.matrix}
      placeholder="16, 8"
      read={readMatrix}
      refusal={null}
      onChange={matrix => update({ matrix })}
    />
  </>
);
