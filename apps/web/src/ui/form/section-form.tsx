import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FieldsAreRead } from '#web/ui/input/field.ts';
import { Fields, Form } from './form.tsx';
import classes from './section-form.module.css';
import type { Form as FormState } from './use-form.ts';

type SectionFormProps<V extends FieldValues> = {
  form: FormState<V>;
  /** Enter saves the whole record, not this part of it. */
  onSave: () => Promise<boolean>;
  /** For those who may look and not change. */
  readOnly: boolean;
  columns?: 1 | 2 | 3;
  children: ReactNode;
};

/** The fields of one part of a record that `useSections` saves. */
export function SectionForm<V extends FieldValues>({ form, onSave, readOnly, columns, children }: SectionFormProps<V>) {
  return (
    <Form form={{ ...form, save: onSave }}>
      <FieldsAreRead value={readOnly}>
        <fieldset disabled={readOnly} className={classes.section}>
          <Fields columns={columns}>{children}</Fields>
        </fieldset>
      </FieldsAreRead>
    </Form>
  );
}
