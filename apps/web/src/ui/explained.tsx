import { Popover, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import classes from './explained.module.css';
import { type TotalLine, TotalLines } from './total-lines.tsx';
import { usePhone } from './use-phone.ts';
import { useLevel } from './use-window.ts';

/** How a figure came about. */
export type Explanation = {
  /** What is explained: "Repasse de R$ 2.254,56". */
  title: string;
  /** The rule in one sentence. */
  rule: string;
  lines?: TotalLine[];
  total?: TotalLine;
  /** Where the lines come from: a link to the record, or to the list of them. */
  source?: ReactNode;
};

/** A figure that shows its lines, its rule and its source when it is pressed. */
export function Explained({ by, children }: { by: Explanation; children: ReactNode }) {
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  const heading = useId();
  const { title, rule, lines, total, source } = by;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={phone ? 'bottom' : 'bottom-end'}
      width={phone ? 340 : 380}
      offset={6}
      middlewares={{ flip: true, shift: { padding: 8 } }}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.figure}
          aria-haspopup="dialog"
          onClick={(event) => {
            event.stopPropagation(); // A row opens when it is pressed; this is not the row.
            setOpened(!opened);
          }}
        >
          {children}
          <VisuallyHidden>: por quê?</VisuallyHidden>
        </button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.because}
        aria-labelledby={heading}
        onClick={(event) => {
          event.stopPropagation();
          // The record that a link opens over this page is not to be found under the explanation.
          if (event.target instanceof Element && event.target.closest('a')) setOpened(false);
        }}
      >
        <Above />
        <p id={heading} className={classes.title}>
          {title}
          <VisuallyHidden>: por quê?</VisuallyHidden>
        </p>
        <p className={classes.rule}>{rule}</p>
        {lines && (
          <div className={classes.lines}>
            <TotalLines lines={total ? [...lines, { ...total, strong: true }] : lines} />
          </div>
        )}
        {source && <p className={classes.source}>{source}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

/** While it is open Escape belongs to it, wherever in it the focus is, and not to the window around it. */
function Above() {
  useLevel();
  return null;
}
