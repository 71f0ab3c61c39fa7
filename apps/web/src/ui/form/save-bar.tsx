import type { ReactNode } from 'react';
import { Foot, type FootActions } from '#web/ui/base/actions.tsx';
import classes from './save-bar.module.css';

/** At the bottom of a page while something on it differs from what is saved. */
export function SaveBar({
  notice,
  onDiscard,
  ...actions
}: FootActions & { notice?: ReactNode; onDiscard?: () => void }) {
  return (
    <section aria-label="Alterações não salvas" className={classes.bar} data-foot>
      {notice}
      <Foot {...actions} close={onDiscard && 'Descartar'} onClose={onDiscard} />
    </section>
  );
}
