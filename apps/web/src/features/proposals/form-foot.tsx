import { Foot, type FootActions } from '#web/ui/actions.tsx';
import classes from './form-foot.module.css';

/** The foot of a page that is one long form, always in sight. */
export function FormFoot({ onClose, ...actions }: FootActions & { onClose: () => void }) {
  return (
    <div className={classes.foot} data-foot>
      <Foot {...actions} onClose={onClose} />
    </div>
  );
}
