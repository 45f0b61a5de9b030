/** The module's own variables, which a launch may fill before the kernel starts. */

import { PanelSection } from '../../../panels/panel-section.tsx';
import type { SymbolOutline } from '../../../ptx/outline/module-outline.ts';
import type { ElementType, SymbolSpec } from '../../../trace/launch.ts';
import { TYPE_OPTIONS } from './buffer-fields.tsx';
import { ContentFields } from './content-fields.tsx';
import { useEditing } from './editing.ts';
import { FIRST_INIT, withSymbol } from './launch-edits.ts';
import css from './launch-form.module.css';
import { PickField } from './typed-field.tsx';

export function SymbolSection() {
  const { outline } = useEditing();
  if (!outline || outline.symbols.length === 0) return null;
  return (
    <PanelSection title="Module variables">
      {outline.symbols.map(symbol => (
        <SymbolGroup key={symbol.name} symbol={symbol} />
      ))}
    </PanelSection>
  );
}

/** By the width that its alignment suggests. */
const firstType = ({ alignBytes }: SymbolOutline): ElementType =>
  alignBytes === 1 ? 'u8' : alignBytes === 2 ? 'u16' : alignBytes === 8 ? 'f64' : 'f32';

function SymbolGroup({ symbol }: { readonly symbol: SymbolOutline }) {
  const { launch, edit, errorAt } = useEditing();
  const index = launch.symbols?.findIndex(s => s.name === symbol.name) ?? -1;
  const spec = launch.symbols?.[index] ?? null;
  const path = `symbols[${index}]`;
  const set = (next: SymbolSpec | null) => edit(withSymbol(launch, symbol.name, next));
  const first: SymbolSpec = { name: symbol.name, type: firstType(symbol), init: FIRST_INIT.iota };
  const error = index < 0 ? null : (errorAt(`${path}.name`) ?? errorAt(`${path}.type`));
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>
        <span className={css.head}>
          <span className={css.name}>{symbol.name}</span>
          <span className={css.what}>
            .{symbol.space}, {symbol.sizeBytes.toLocaleString('en')} B
          </span>
        </span>
      </legend>
      <label className={css.check}>
        <input type="checkbox" checked={spec !== null} onChange={event => set(event.target.checked ? first : null)} />
        fill it; else it holds {symbol.initialised ? 'what the module says' : 'zeros'}
      </label>
      {spec && (
        <>
          <PickField label="Type" value={spec.type} options={TYPE_OPTIONS} onChange={type => set({ ...spec, type })} />
          <ContentFields
            type={spec.type}
            init={spec.init}
            path={`${path}.init`}
            onInit={init => set({ ...spec, init })}
          />
        </>
      )}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
