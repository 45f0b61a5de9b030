/** All kernels, a line each. */
import { KERNEL_OPENINGS } from '../../gallery/openings.ts';
import { closePopup } from '../../panels/kit/popup.tsx';
import { KERNEL_PAGES } from '../links/kernels.ts';
import css from './kernel-list.module.css';
import { Link } from './link.tsx';

export const KernelList = () => (
  <ul className={css.kernels}>
    {KERNEL_PAGES.map(({ kernel, name, about }) => (
      <li key={kernel}>
        <Link
          to="/banks/$kernel"
          params={{ kernel }}
          search={KERNEL_OPENINGS[kernel] ?? {}}
          onClick={event => closePopup(event.currentTarget)}
        >
          <strong>{name}</strong> <span className="caption">{about}</span>
        </Link>
      </li>
    ))}
  </ul>
);
