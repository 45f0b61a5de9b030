/** Parts that open from a button: menus, and popups with any content. */
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { Menu, type MenuItem } from '../../panels/kit/menu.tsx';
import { Popup } from '../../panels/kit/popup.tsx';
import { Held, LONG, Part, State } from './specimens.tsx';

const FEW = [
  ['Row', 'as C has it'],
  ['Column', 'as Fortran has it'],
  ['Tile', 'blocks of 8 × 8'],
  ['Column swizzled', 'XOR of the row'],
] as const;
const MANY = Array.from({ length: 64 }, (_, i) => [`Bank ${i}`, `${4 * i} B`] as const);

interface PickedProps {
  readonly name: string;
  readonly of: readonly (readonly [label: string, hint: string])[];
  readonly disabled?: boolean;
}

/** Says what was picked. */
const Picked = ({ name, of, disabled = false }: PickedProps) => (
  <Held initial="">
    {(picked, set) => {
      const items = of.map(([label, hint]): MenuItem => ({ label, hint, onPick: () => set(label) }));
      return (
        <span className="row wrap">
          <Menu className="button" label={name} items={items} disabled={disabled}>
            {name}
          </Menu>
          <output aria-label={`Picked of ${name}`}>{picked}</output>
        </span>
      );
    }}
  </Held>
);

export const MenuParts = () => (
  <Part
    name="Menu"
    file="menu.tsx"
    keys="Enter, Space and the arrows open it. Arrows, Home, End and first letters move; Enter picks. Escape closes it and gives the focus back; Tab closes it and goes on. It opens where there is room."
  >
    <State name="a few">
      <Picked name="Order of cells" of={FEW} />
    </State>
    <State name="one">
      <Picked name="Only one" of={FEW.slice(0, 1)} />
    </State>
    <State name="many">
      <Picked name="Start at" of={MANY} />
    </State>
    <State name="long names">
      <Picked name="Amounts" of={[[LONG, LONG], ...FEW]} />
    </State>
    <State name="off">
      <Picked name="Presets" of={FEW} disabled />
    </State>
  </Part>
);

export const PopupParts = () => (
  <Part
    name="Popup"
    file="popup.tsx"
    keys="Enter and Space open and close it. Tab goes into it. Escape and a click outside close it."
  >
    <State name="text">
      <span>
        <Popup
          className="button"
          label="About stages"
          content={<p className="prose">A stage is one slot of the ring.</p>}
        >
          About stages
        </Popup>
      </span>
    </State>
    <State name="with a field">
      <Held initial={3}>
        {(value, onChange) => (
          <span>
            <Popup
              className="button"
              label="Ring"
              content={<NumberField label="Slots" min={1} max={8} value={value} onChange={onChange} />}
            >
              Ring of {value}
            </Popup>
          </span>
        )}
      </Held>
    </State>
  </Part>
);
