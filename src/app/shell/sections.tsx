/** Links to the sections of the page: in the header, and on a phone behind one button. */
import { ChevronDown, Menu } from 'lucide-react';
import { PIPELINE_OPENING } from '../../gallery/openings.ts';
import { KernelMenu } from '../../pages/kit/kernel-menu.tsx';
import { Link } from '../../pages/kit/link.tsx';
import { closePopup, Popup } from '../../panels/kit/popup.tsx';
import { useAddress } from '../../services/address.ts';
import css from './shell.module.css';

const PAGES = [
  { to: '/layouts', name: 'Layouts' },
  { to: '/swizzle', name: 'Swizzle' },
  { to: '/tensor-map', name: 'Tensor map' },
  { to: '/pipeline', name: 'Pipeline', search: PIPELINE_OPENING },
  { to: '/attention', name: 'Attention' },
  { to: '/workbench', name: 'Workbench' },
  { to: '/runs', name: 'Runs' },
] as const;

export function Sections() {
  // Every kernel's page belongs to this section.
  const { path, search } = useAddress();
  const isLesson = search.lesson !== undefined;
  const isBanks = path.startsWith('/banks/') && !isLesson;
  const here = (to: string) => (!isLesson && (path === to || path.startsWith(`${to}/`)) ? css.here : undefined);
  return (
    <nav className={css.sections} aria-label="Sections">
      <Link to="/" className={here('/')}>
        Home
      </Link>
      <Link to="/learn" className={isLesson ? css.here : here('/learn')}>
        Learn
      </Link>
      <KernelMenu className={isBanks ? css.here : undefined}>
        Banks <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </KernelMenu>
      {PAGES.map(({ to, name, ...state }) => (
        <Link key={to} to={to} {...state} className={here(to)}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The menu of kernels within stays open until one is chosen. */
function closeAfterLink(clicked: Element): void {
  const link = clicked.closest('a');
  if (link) closePopup(link);
}

export const SectionsMenu = () => (
  <span className={css.menu}>
    <Popup
      className="button square"
      label="Sections"
      aria-label="Sections"
      data-name="Sections"
      content={
        // A link that was followed closes what it stood in.
        <div onClickCapture={event => closeAfterLink(event.target as Element)}>
          <Sections />
        </div>
      }
    >
      <Menu size={16} strokeWidth={1.75} aria-hidden />
    </Popup>
  </span>
);
