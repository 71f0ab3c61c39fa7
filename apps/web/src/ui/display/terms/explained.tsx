import { Popover, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { usePopup } from '#web/ui/base/use-popup.tsx';
import { useStacked } from '#web/ui/base/use-window.ts';
import { type TotalLine, TotalLines } from '../total-lines.tsx';
import classes from './explained.module.css';

/** How a figure came about. */
export type Explanation = {
  /** Subject of the explanation: "Repasse de R$ 2.254,56". */
  title: string;
  /** The rule in one sentence. */
  rule: string;
  lines?: TotalLine[];
  total?: TotalLine;
  /** Origin of the lines: a link to the record or to their list. */
  source?: ReactNode;
};

/** A figure that shows its lines, its rule and its source when it is pressed. */
export function Explained({ by: { title, rule, ...rest }, children }: { by: Explanation; children: ReactNode }) {
  return (
    <Popped title={title} after=": por quê?" body={rule} {...rest}>
      {children}
    </Popped>
  );
}

type PoppedProps = Omit<Explanation, 'rule'> & {
  /** Words that only screen readers get, after the visible ones: they say what pressing the button asks. */
  after?: string;
  body: string;
  children: ReactNode;
};

/** Part of a text that opens a popup with an explanation when it is pressed. */
export function Popped({ title, after, body, lines, total, source, children }: PoppedProps) {
  const phone = usePhone();
  const { mounted, setOpened, button, popup, target } = usePopup('dialog');
  const heading = useId();
  return (
    <>
      <button
        {...button}
        type="button"
        className={classes.figure}
        onClick={(event) => {
          event.stopPropagation(); // A row opens when it is pressed; this is not the row.
          button.onClick();
        }}
      >
        <WithHiddenWords after={after}>{children}</WithHiddenWords>
      </button>
      {mounted && (
        <Popover
          {...popup}
          position={phone ? 'bottom' : 'bottom-end'}
          width={phone ? 340 : 380}
          offset={6}
          middlewares={{ flip: true, shift: { padding: 8 } }}
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>{target}</Popover.Target>
          <Popover.Dropdown
            className={classes.because}
            aria-labelledby={heading}
            onClick={(event) => {
              event.stopPropagation();
              // The popup would cover the record that a link opens over this page.
              if (event.target instanceof Element && event.target.closest('a')) setOpened(false);
            }}
          >
            <Above />
            <p id={heading} className={classes.title}>
              <WithHiddenWords after={after}>{title}</WithHiddenWords>
            </p>
            <p className={classes.rule}>{body}</p>
            {lines && (
              <div className={classes.lines}>
                <TotalLines lines={total ? [...lines, { ...total, strong: true }] : lines} />
              </div>
            )}
            {source && <p className={classes.source}>{source}</p>}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

const WithHiddenWords = ({ after, children }: Pick<PoppedProps, 'after' | 'children'>) => (
  <>
    {children}
    {after && <VisuallyHidden>{after}</VisuallyHidden>}
  </>
);

/** Takes Escape from the window around the popup, wherever the focus is in it. */
function Above() {
  useStacked();
  return null;
}
