/** A button with an icon, a name for those who cannot see it and a tooltip for those who can. */
import type { ComponentProps } from 'react';

export function IconButton({
  label,
  ...button
}: { label: string } & Omit<ComponentProps<'button'>, 'aria-label' | 'title'>) {
  return <button type="button" className="button square" aria-label={label} title={label} {...button} />;
}
