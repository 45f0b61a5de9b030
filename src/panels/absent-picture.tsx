/** Keeps the place of a picture that a variant cannot have, and says why. */
import css from './variant-columns.module.css';

export const AbsentPicture = ({ title, why }: { title: string; why: string }) => (
  <div className={css.absent}>
    <strong>{title}</strong>
    <p>{why}</p>
  </div>
);
