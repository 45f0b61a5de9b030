/** An address that leads nowhere. */
import { Link } from './link.tsx';
import css from './page.module.css';

export const NotFoundPage = () => (
  <div className={css.page}>
    <h1>Nothing is drawn here</h1>
    <p className={`reading dim ${css.lede}`}>
      This link names no exhibit. The <Link to="/">gallery</Link> has them all.
    </p>
  </div>
);
