import { Foot } from '#web/ui/base/actions.tsx';
import classes from './form-foot.module.css';

type FormFootProps = {
  /** Label of the submit button: "Cadastrar cliente". */
  label: string;
  saving: boolean;
  onCancel: () => void;
};

/** The foot of a page that is one long form, always in sight. It stands in the form. */
export function FormFoot({ label, saving, onCancel }: FormFootProps) {
  return (
    <div className={classes.foot} data-foot>
      <Foot close="Cancelar" onClose={onCancel} primary={{ label, submits: true, loading: saving }} />
    </div>
  );
}
