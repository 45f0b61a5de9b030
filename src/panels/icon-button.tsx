/** A 32 px button with an icon, a name for those who cannot see it and a tooltip for those who can. */
import type { ComponentProps } from 'react';
import css from './controls.module.css';

export function IconButton({
  label,
  ...button
}: { label: string } & Omit<ComponentProps<'button'>, 'aria-label' | 'title'>) {
  return <button type="button" className={css.iconButton} aria-label={label} title={label} {...button} />;
}
