import type { ReactNode } from 'react';
import { Foot, type FootActions } from '#web/ui/base/actions.tsx';
import classes from './save-bar.module.css';

/** At the bottom of a page while something on it differs from what is saved, or always, with the `label` of what it does. */
export function SaveBar({
  notice,
  onDiscard,
  label = 'Alterações não salvas',
  ...actions
}: FootActions & { notice?: ReactNode; onDiscard?: () => void; label?: string }) {
  return (
    <section aria-label={label} className={classes.bar} data-foot>
      {notice}
      <Foot {...actions} close={onDiscard && 'Descartar'} onClose={onDiscard} />
    </section>
  );
}
