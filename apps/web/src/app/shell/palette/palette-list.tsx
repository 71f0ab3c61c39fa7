import { useEffect } from 'react';
import classes from './palette.module.css';
import type { Entry, Group } from './use-groups.ts';

type PaletteListProps = {
  id: string;
  groups: Group[];
  active: Entry | undefined;
  onPoint: (key: string) => void;
  onRun: (entry: Entry) => void;
};

/** Results of the palette. The focus stays in the field, whose `aria-activedescendant` names the active one. */
export function PaletteList({ id, groups, active, onPoint, onRun }: PaletteListProps) {
  const at = active?.key;
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  if (groups.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label="Resultados" tabIndex={-1} className={classes.list}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={title} role="group" aria-labelledby={`${id}-group-${entries[0]?.key}`}>
          <span id={`${id}-group-${entries[0]?.key}`} className={classes.title}>
            {title}
          </span>
          {entries.map((entry) => (
            <Option
              key={entry.key}
              id={`${id}-${entry.key}`}
              entry={entry}
              active={entry.key === at}
              onPoint={() => onPoint(entry.key)}
              onRun={() => onRun(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; entry: Entry; active: boolean; onPoint: () => void; onRun: () => void };

function Option({ id, entry: { label, below, icon: Icon, hint }, active, onPoint, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={classes.option}
      // Follows movements of the mouse, not its position: while the user types the list changes under a resting mouse.
      onMouseMove={active ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon size={17} className={classes.icon} />
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        {below && <span className={classes.below}>{below}</span>}
      </span>
      {hint && <span className={classes.hint}>{hint}</span>}
    </div>
  );
}
