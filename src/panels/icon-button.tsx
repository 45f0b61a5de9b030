/**
 * A button with an icon, a name for those who cannot see it and a tooltip for those who can. `data-name`: a shorter name,
 * which is in sight where nothing hovers.
 */
import type { ComponentProps } from 'react';

export function IconButton({
  label,
  ...button
}: { label: string; 'data-name'?: string } & Omit<ComponentProps<'button'>, 'aria-label' | 'title'>) {
  return (
    <button type="button" className="button square" data-name={label} aria-label={label} title={label} {...button} />
  );
}
