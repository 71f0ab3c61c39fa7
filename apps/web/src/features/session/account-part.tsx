import type { ComponentProps } from 'react';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import classes from './account-part.module.css';

/** A part of one's own account: how it stands, and what can be done. */
export const AccountPart = ({ children, ...part }: ComponentProps<typeof TitledPart>) => (
  <TitledPart {...part}>
    <div className={classes.content}>{children}</div>
  </TitledPart>
);
