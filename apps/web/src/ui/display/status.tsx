import type { ComponentType, ReactNode } from 'react';
import classes from './status.module.css';

export type Tone = 'red' | 'yellow' | 'green' | 'blue' | 'gray';

type StatusProps = {
  tone: Tone;
  /** A Tabler icon, or `Dot`. */
  icon: ComponentType<{ size?: number; className?: string }>;
  /** The word: colour and icon only repeat it. */
  children: ReactNode;
  /** Note beside the word: "há 15 dias". */
  note?: ReactNode;
  noteTone?: 'red';
};

/** A state: icon, word and, where it helps, how long. */
export function Status({ tone, icon: Icon, children, note, noteTone }: StatusProps) {
  const late = tone === 'red';
  return (
    <span className={classes.status} data-tone={tone}>
      <Icon size={15} className={classes.icon} />
      <span className={late ? classes.late : undefined}>{children}</span>
      {note && <span className={late || noteTone === 'red' ? classes.lateNote : classes.note}>{note}</span>}
    </span>
  );
}

/** The round glyph of a state that simply is so: Disponível, Em andamento. */
export function Dot({ className }: { size?: number; className?: string }) {
  return (
    <svg className={className} width="15" height="15" viewBox="0 0 15 15" aria-hidden="true">
      <circle cx="7.5" cy="7.5" r="3.75" fill="currentColor" />
    </svg>
  );
}
