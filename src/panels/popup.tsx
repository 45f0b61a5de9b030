/** A button and what it opens, on the browser's own popover: top layer, Escape and outside clicks close it. */
import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import css from './popup.module.css';

interface PopupProps extends Omit<ComponentProps<'button'>, 'popover' | 'popoverTarget' | 'type' | 'content'> {
  /** Names the opened part. */
  readonly label: string;
  readonly content: ReactNode;
  readonly panelClassName?: string | undefined;
}

const GAP_PX = 6;

export function Popup({ label, content, panelClassName = '', children, ...button }: PopupProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const onToggle = (event: React.ToggleEvent<HTMLDivElement>) => {
    if (event.newState === 'open' && opener.current && panel.current) place(panel.current, opener.current);
  };
  return (
    <>
      <button ref={opener} type="button" popoverTarget={id} {...button}>
        {children}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        data-own-keys
        className={`${css.panel} ${panelClassName}`}
        onToggle={onToggle}
      >
        {content}
      </div>
    </>
  );
}

/** Right edges aligned; below the button, or above it where there is more room. */
function place(panel: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = innerHeight - at.bottom >= height + GAP_PX || at.top < innerHeight / 2;
  const left = Math.max(GAP_PX, Math.min(at.right - width, innerWidth - width - GAP_PX));
  const top = below ? at.bottom + GAP_PX : Math.max(GAP_PX, at.top - height - GAP_PX);
  Object.assign(panel.style, { left: `${left}px`, top: `${top}px` });
}

/** Closes the popup around an element, once its work is done. */
export const closePopup = (inside: Element): void => inside.closest<HTMLElement>('[popover]')?.hidePopover();
