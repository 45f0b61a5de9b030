/** Copies that people make, each a link; the one that is on screen says what is to be seen. */
import { Link } from '../kit/link.tsx';
import { type TensorMapState, tensorMapLink } from '../links/tensor-map.ts';
import { PRESETS } from './presets.ts';
import css from './presets-bar.module.css';

/** Key of a copy; fields that only change the view are left out. */
const copyKey = (state: TensorMapState): string =>
  JSON.stringify(
    tensorMapLink.encode({
      ...state,
      at: null,
      pin: null,
      plane: null,
      piece: 'chunk',
      text: 'encode',
      promotion: '256B',
    }),
  );

const KEYS = PRESETS.map(({ state }) => copyKey(state));

export function PresetsBar({ state }: { readonly state: TensorMapState }) {
  const here = KEYS.indexOf(copyKey(state));
  return (
    <nav className={css.presets} aria-label="Copies to begin with">
      <ul>
        {PRESETS.map((preset, at) => (
          <li key={preset.title}>
            <Link
              className="button"
              to="/tensor-map"
              search={tensorMapLink.encode(preset.state)}
              isState
              data-here={at === here || undefined}
            >
              {preset.title}
            </Link>
          </li>
        ))}
      </ul>
      <p>{here >= 0 ? PRESETS[here].text : 'A copy of your own: drag the box, change any number.'}</p>
    </nav>
  );
}

/** A link is active where the whole state is its own. */
