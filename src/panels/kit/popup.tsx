/** A button and what it opens, on the browser's own popover: top layer, Escape and outside clicks close it. */
import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import css from './popup.module.css';

export interface OpenerProps extends Omit<ComponentProps<'button'>, 'popover' | 'popoverTarget' | 'type' | 'content'> {
  /** Names the opened part. */
  readonly label: string;
}

interface PopupProps extends OpenerProps {
  readonly content: ReactNode;
  readonly panelClassName?: string | undefined;
}

export function Popup({ label, content, panelClassName = '', children, ...button }: PopupProps) {
  const { opener, panel } = usePopover();
  return (
    <>
      <button {...opener} {...button}>
        {children}
      </button>
      <div {...panel} role="dialog" aria-label={label} data-own-keys className={`${css.panel} ${panelClassName}`}>
        {content}
      </div>
    </>
  );
}

/** Ties a button to the panel that it opens. `onOpen` comes once the panel has its place. */
export function usePopover(onOpen?: (panel: HTMLElement) => void) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const onToggle = (event: React.ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !opener.current || !panel.current) return;
    placeBeside(panel.current, opener.current, 'right');
    onOpen?.(panel.current);
  };
  return {
    opener: { ref: opener, type: 'button', popoverTarget: id },
    panel: { ref: panel, id, popover: 'auto', onToggle },
  } as const;
}

const GAP_PX = 6;

/** These edges aligned; below the button, or above it where there is more room. Never beyond the window. */
export function placeBeside(panel: HTMLElement, opener: HTMLElement, edge: 'left' | 'right'): void {
  const at = opener.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const roomBelow = innerHeight - at.bottom - 2 * GAP_PX;
  const roomAbove = at.top - 2 * GAP_PX;
  const isBelow = height <= roomBelow || roomBelow >= roomAbove;
  const wanted = edge === 'left' ? at.left : at.right - width;
  const left = Math.max(GAP_PX, Math.min(wanted, innerWidth - width - GAP_PX));
  Object.assign(panel.style, {
    left: `${left}px`,
    top: isBelow ? `${at.bottom + GAP_PX}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - at.top + GAP_PX}px`,
    maxHeight: `${Math.max(roomBelow, roomAbove)}px`,
  });
}

/** Closes the popup around an element, once its work is done. */
export const closePopup = (inside: Element): void => inside.closest<HTMLElement>('[popover]')?.hidePopover();
