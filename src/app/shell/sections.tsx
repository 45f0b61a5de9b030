/** Links to the sections of the page: in the header, and on a phone behind one button. */
import { Menu } from 'lucide-react';
import { Link } from '../../pages/kit/link.tsx';
import { closePopup, Popup } from '../../panels/kit/popup.tsx';
import { useAddress } from '../../services/address.ts';
import css from './shell.module.css';

const PAGES = [
  { to: '/layouts', name: 'Layouts' },
  { to: '/swizzle', name: 'Swizzle' },
  { to: '/tensor-map', name: 'Tensor map' },
  { to: '/pipeline', name: 'Pipeline' },
  { to: '/attention', name: 'Attention' },
  { to: '/workbench', name: 'Workbench' },
  { to: '/runs', name: 'Runs' },
] as const;

export function Sections() {
  // Every kernel's page belongs to this section; its link opens the first of them.
  const { path } = useAddress();
  const isBanks = path.startsWith('/banks/');
  const here = (to: string) => (path === to ? css.here : undefined);
  return (
    <nav className={css.sections} aria-label="Sections">
      <Link to="/" className={here('/')}>
        Home
      </Link>
      <Link to="/banks/$kernel" params={{ kernel: 'transpose' }} className={isBanks ? css.here : undefined}>
        Banks
      </Link>
      {PAGES.map(({ to, name }) => (
        <Link key={to} to={to} className={here(to)}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

export const SectionsMenu = () => (
  <span className={css.menu}>
    <Popup
      className="button square"
      label="Sections"
      aria-label="Sections"
      content={
        // A link that was followed closes what it stood in.
        <div onClickCapture={event => closePopup(event.currentTarget)}>
          <Sections />
        </div>
      }
    >
      <Menu size={16} strokeWidth={1.75} aria-hidden />
    </Popup>
  </span>
);
