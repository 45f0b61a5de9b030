/** Which thread holds what of a tensor-core instruction's matrix, and what it costs to read that from shared memory. */
import { useMemo } from 'react';
import { ok } from '../../base/result.ts';
import { errorText, type Refusable } from '../../model/layout/layout-error.ts';
import { type Check, covers, injective } from '../../model/layout-steps/checks.ts';
import { addressesIn, type FragmentRead, fragmentReads } from '../../model/layout-steps/fragment-reads.ts';
import {
  elementOf,
  FRAGMENT_ATOMS,
  type Fragment,
  threadsOf,
  valuesOf,
  WGMMA,
  WGMMA_SIZES,
} from '../../model/layout-steps/fragments.ts';
import { operandText } from '../../model/layout-text/operand.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { ChoiceList } from '../../panels/choice-list.tsx';
import { Segments } from '../../panels/fields.tsx';
import { BankLegend } from '../../pictures/legends.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { threadsTable, threadValueFigure } from '../../pictures/thread-value.figure.ts';
import type { ThreadValueRecords } from '../../pictures/thread-value.records.ts';
import { ThreadValue } from '../../pictures/thread-value.tsx';
import { CheckList } from './check-list.tsx';
import { LayoutField } from './layout-field.tsx';
import { type Shown, svgText } from './layouts-files.ts';
import css from './layouts-page.module.css';
import { PrintPanel } from './print-panel.tsx';
import { fragmentOperand } from './printed.ts';
import { ReadsTable } from './reads-table.tsx';
import { type LayoutsHandle, useLastGood } from './use-layouts.ts';
import { useStageHeight } from './use-stage-height.ts';

interface ViewProps extends LayoutsHandle {
  readonly theme: Theme;
  readonly header: (shown: Shown | null) => React.ReactNode;
}

export function ThreadsView({ state, update, theme, header }: ViewProps) {
  const { atom, part, n, shared } = state;
  const fragment = useMemo(() => FRAGMENT_ATOMS.get(atom)!.fragment(part, n), [atom, part, n]);
  const answer = useMemo(() => drawnOf(fragment, shared), [fragment, shared]);
  const drawn = useLastGood(answer);
  const shown = drawn && shownOf(drawn, state);
  return (
    <>
      {header(shown)}
      <AtomBar state={state} update={update} />
      <div className={css.fields}>
        <LayoutField
          label={`In shared memory: a layout of ${fragment.rows} × ${fragment.columns} elements, or nothing`}
          value={shared}
          placeholder={`(${fragment.rows},${fragment.columns}):(${fragment.columns},1)`}
          read={readShared}
          refusal={answer.ok ? null : errorText(answer.error)}
          onChange={text => update({ shared: text })}
        />
      </div>
      {drawn && shown && <Fragments drawn={drawn} shown={shown} isStale={!answer.ok} {...{ state, update, theme }} />}
    </>
  );
}

const readShared = (text: string): Refusable<unknown> => (text.trim() === '' ? ok(null) : readLayout(text));

/** A fragment, and how it is read where its matrix lies in shared memory. */
interface Drawn extends ThreadValueRecords {
  readonly reads: readonly FragmentRead[];
}

function drawnOf(fragment: Fragment, shared: string): Refusable<Drawn> {
  if (shared.trim() === '') return ok({ fragment, addressOf: null, reads: [] });
  const layout = readLayout(shared);
  if (!layout.ok) return layout;
  const reads = fragmentReads(fragment, layout.value);
  if (!reads.ok) return reads;
  const addresses = addressesIn(fragment, layout.value);
  return addresses.ok ? ok({ fragment, addressOf: addresses.value, reads: reads.value }) : addresses;
}

function AtomBar({ state, update }: LayoutsHandle) {
  const { atom, part, n } = state;
  const { parts } = FRAGMENT_ATOMS.get(atom)!;
  const names = [...FRAGMENT_ATOMS.keys()];
  return (
    <div className={css.bar}>
      <ChoiceList
        label="Instruction"
        value={atom}
        values={names}
        onChange={next => update({ atom: next, part: FRAGMENT_ATOMS.get(next)!.parts[0], shared: '' })}
      />
      {atom === WGMMA && (
        <ChoiceList label="N" value={n} values={WGMMA_SIZES} onChange={next => update({ n: next, shared: '' })} />
      )}
      {parts.length > 1 && (
        <Segments
          label="Operand"
          options={parts.map(value => ({ value, label: value }))}
          value={part}
          onChange={next => update({ part: next, shared: '' })}
        />
      )}
    </div>
  );
}

/** Cells of this size name thread and value; the page scrolls for them, but not for long. */
const NAMED_PX = 31;
const TALLEST_PX = 1000;

interface FragmentsProps extends LayoutsHandle {
  readonly drawn: Drawn;
  readonly shown: Shown;
  readonly isStale: boolean;
  readonly theme: Theme;
}

function Fragments({ drawn, shown, isStale, state, update, theme }: FragmentsProps) {
  const { fragment, addressOf, reads } = drawn;
  const printable = { operand: fragmentOperand(fragment), fragment, svg: () => svgText(shown, theme) };
  const verb = fragment.name.startsWith('stmatrix') ? 'stored' : 'loaded';
  return (
    <div id="picture" tabIndex={-1} className={css.result} data-stale={isStale || undefined}>
      {isStale && <p className={css.stale}>The last picture that could be drawn.</p>}
      <ThreadValue
        records={drawn}
        theme={theme}
        source="predicted"
        maxHeight={Math.max(useStageHeight(), Math.min(fragment.rows * NAMED_PX, TALLEST_PX))}
        selection={state.pin}
        onSelect={pin => update({ pin })}
      />
      <p className={css.notation}>
        <code>{operandText(fragmentOperand(fragment))}</code>
      </p>
      {addressOf !== null && (
        <div className={css.legend}>
          <BankLegend theme={theme} />
        </div>
      )}
      {reads.length > 0 && <ReadsTable reads={reads} verb={verb} theme={theme} />}
      <div className={css.below}>
        <CheckList checks={checksOf(fragment)} />
        <PrintPanel
          printable={printable}
          format={state.format}
          onFormat={format => update({ format, pin: state.pin })}
        />
      </div>
    </div>
  );
}

function checksOf(fragment: Fragment): readonly Check[] {
  const [threads, values] = [threadsOf(fragment), valuesOf(fragment)];
  const element = (i: number): number => elementOf(fragment, i % threads, Math.floor(i / threads));
  const all = covers('every element is held', fragment.rows * fragment.columns, threads * values, element);
  if (fragment.fromShared) return [all];
  return [all, injective('no element is held twice', threads * values, element)];
}

const shownOf = (drawn: Drawn, { pin }: LayoutsHandle['state']): Shown => ({
  name: `layouts-${drawn.fragment.name.replace(/[^\w.]+/g, '-')}-${drawn.fragment.part}`,
  title: `${drawn.fragment.name}, ${drawn.fragment.part}`,
  note: operandText(fragmentOperand(drawn.fragment)),
  figureIn: view => threadValueFigure(drawn, view),
  selection: pin,
  table: () => threadsTable(drawn),
  unbanked: drawn.addressOf === null,
});
