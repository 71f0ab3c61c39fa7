import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import classes from './form.module.css';
import type { Form as FormState } from './use-form.ts';

/** The `<form>` around fields: Enter submits, the browser's own bubbles stay away. */
export function Form<V extends FieldValues>({ form, children }: { form: FormState<V>; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        form.save();
      }}
    >
      {children}
    </form>
  );
}

/** Fields beside each other: two in windows, three on pages; one below another on a phone. */
export function Fields({ columns = 2, children }: { columns?: 1 | 2 | 3; children: ReactNode }) {
  return (
    <div className={classes.fields} data-columns={columns}>
      {children}
    </div>
  );
}

/** A field that takes the whole row of its `Fields`. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}

/** A part of a long form, three fields a row. */
export const FormSection = ({ children, ...part }: ComponentProps<typeof TitledPart>) => (
  <TitledPart {...part}>
    <Fields columns={3}>{children}</Fields>
  </TitledPart>
);
