import { IconPencil } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Form } from './form.tsx';
import classes from './inline-field.module.css';
import type { Form as FormState } from './use-form.ts';

type InlineFieldProps<V extends FieldValues> = {
  /** Name of the value for the edit button: "e-mail". */
  label: string;
  /** A form of one field. */
  form: FormState<V>;
  /** The value in read mode. */
  shown: ReactNode;
  readOnly: boolean;
  /** The field; `help` says how it is saved. */
  children: (help: string) => ReactNode;
};

/** A value that turns into its field where it stands: Enter and leaving it save, Escape undoes. */
export function InlineField<V extends FieldValues>({ label, form, shown, readOnly, children }: InlineFieldProps<V>) {
  const [changing, setChanging] = useState(false);
  const { isDirty, isSubmitting } = form.formState;
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);

  useEffect(() => {
    if (changing) place.current?.querySelector('input')?.select();
    else if (returning.current) opener.current?.focus();
    returning.current = false;
  }, [changing]);

  function close(backToButton: boolean) {
    returning.current = backToButton;
    setChanging(false);
  }

  async function save(backToButton: boolean) {
    const saved = !isDirty || (await form.save());
    if (saved) close(backToButton);
    return saved;
  }

  /** An invalid field shows its error and stays open; focus still moves on. */
  async function leave() {
    if (!isDirty || (await form.trigger())) await save(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    form.reset();
    close(true);
  }

  /** Going to another program is not leaving the field. */
  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (isSubmitting || currentTarget.contains(relatedTarget) || !document.hasFocus()) return;
    leave();
  }

  if (readOnly) return <span className={classes.value}>{shown}</span>;
  if (!changing) {
    return (
      <button
        ref={opener}
        type="button"
        className={classes.open}
        title={`Alterar ${label}`} // Its name is the value, as of the heading it may stand in.
        onClick={() => setChanging(true)}
      >
        <span className={classes.value}>{shown}</span>
        <IconPencil size={15} className={classes.pencil} aria-hidden="true" />
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its field does not
    <div ref={place} className={classes.field} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Form form={{ ...form, save: () => save(true) }}>{children('Enter ou sair salva, Esc desfaz.')}</Form>
    </div>
  );
}
