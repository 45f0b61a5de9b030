/** Keeps the place of a picture that a variant cannot have, and says why. */
import css from './variant-columns.module.css';

interface AbsentPictureProps {
  readonly title: string;
  readonly why: string;
  /** Of how many pictures it keeps the place, so that the next one stands beside its like in other variants; 1 if absent. */
  readonly pictures?: number;
}

export const AbsentPicture = ({ title, why, pictures = 1 }: AbsentPictureProps) => (
  <div className={css.absent} style={{ gridRow: `span ${pictures}` }}>
    <strong>{title}</strong>
    <p>{why}</p>
  </div>
);
