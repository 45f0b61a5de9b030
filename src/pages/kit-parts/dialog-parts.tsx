/** Parts that take the whole keyboard until they are closed. */
import { Dialog } from '../../panels/kit/dialog.tsx';
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { Drawer } from '../../panels/kit/drawer.tsx';
import css from './kit-parts.module.css';
import { Held, LONG, Part, State } from './specimens.tsx';

const LOOKS = [
  { look: 'question', label: 'Forget the run?', words: ['It cannot be restored.'] },
  { look: 'window', label: 'Choose a tile', words: Array.from({ length: 40 }, (_, i) => `Tile ${i}: ${LONG}`) },
] as const;

export const DialogParts = () => (
  <Part
    name="Dialog and drawer"
    file="dialog.tsx, drawer.tsx"
    keys="Tab stays inside. Escape and a click beside it close it; the focus goes back to where it was."
  >
    {LOOKS.map(({ look, label, words }) => (
      <State key={look} name={look}>
        <Held initial={false}>
          {(open, setOpen) => (
            <span>
              <button type="button" className="button" onClick={() => setOpen(true)}>
                {label}
              </button>
              <Dialog open={open} label={label} look={look} onClose={() => setOpen(false)}>
                <div className={`stack ${look === 'window' ? css.window : ''}`}>
                  <h2>{label}</h2>
                  {words.map(word => (
                    <p key={word}>{word}</p>
                  ))}
                  <button type="button" className="button" onClick={() => setOpen(false)}>
                    Keep it
                  </button>
                </div>
              </Dialog>
            </span>
          )}
        </Held>
      </State>
    ))}
    <State name="drawer; on a phone a sheet">
      <span>
        <Drawer label="Sizes">
          <Held initial={8}>
            {(value, onChange) => <NumberField label="Depth" value={value} min={1} max={64} onChange={onChange} />}
          </Held>
        </Drawer>
      </span>
    </State>
  </Part>
);
