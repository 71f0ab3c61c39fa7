import '@mantine/core/styles/Tabs.layer.css';
import { Tabs as MantineTabs } from '@mantine/core';
import { type ReactNode, startTransition, useEffect, useId, useRef, useState } from 'react';
import { afterPaint } from '#web/lib/after-paint.ts';
import { usePainted } from '#web/lib/use-painted.ts';
import { TabCount } from './tab-count.tsx';
import classes from './tabs.module.css';

export type Tab = {
  /** Without spaces; goes into the address. */
  value: string;
  label: string;
  count?: number;
  /** Something in it is not saved. */
  dirty?: boolean;
  panel: ReactNode;
};

type TabsProps = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Mounts the panels after the first paint, so that the record's header above them is shown first. */
  after?: 'paint';
};

/** Tabs of a record. What was typed in one stays while another is shown. */
export function Tabs({ label, tabs, value, onChange, after }: TabsProps) {
  const id = useId();
  const chosen = tabs.some((tab) => tab.value === value) ? value : (tabs[0]?.value ?? '');
  const scroll = useRef<HTMLDivElement>(null);
  // Before any scrolling the first tab is visible; measuring it would force a layout before the first paint.
  const inSight = useRef(tabs[0]?.value);

  // Scrolls the selected tab to the middle of an overflowing tab list.
  useEffect(() => {
    if (inSight.current === chosen) return;
    inSight.current = undefined;
    const box = scroll.current;
    const tab = box?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-tab-${chosen}`)}`);
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
  }, [id, chosen]);

  return (
    <MantineTabs id={id} value={chosen} onChange={(next) => next && onChange(next)} keepMountedMode="display-none">
      <div ref={scroll} className={classes.scroll}>
        <MantineTabs.List aria-label={label} className={classes.list}>
          {tabs.map((tab) => (
            <MantineTabs.Tab key={tab.value} value={tab.value}>
              {tab.label}
              {tab.count !== undefined && <TabCount count={tab.count} />}
              {tab.dirty && <span className={classes.dirty} role="img" aria-label="com alteração não salva" />}
            </MantineTabs.Tab>
          ))}
        </MantineTabs.List>
      </div>
      <Panels tabs={tabs} chosen={chosen} after={after} />
    </MantineTabs>
  );
}

/** Mounts the selected panel first and the others in a later transition. */
function Panels({ tabs, chosen, after }: Pick<TabsProps, 'tabs' | 'after'> & { chosen: string }) {
  const begun = usePainted(after === undefined);
  const [whole, setWhole] = useState(false);
  // The others wait for a paint, or React would render them together with the selected panel.
  useEffect(() => {
    if (begun) afterPaint(() => startTransition(() => setWhole(true)));
  }, [begun]);
  return tabs.map((tab) => (
    <MantineTabs.Panel key={tab.value} value={tab.value} className={classes.panel}>
      {(whole || (begun && tab.value === chosen)) && tab.panel}
    </MantineTabs.Panel>
  ));
}
