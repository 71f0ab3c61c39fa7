import { formatDate } from '@morada/domain/base/calendar';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Form } from '#web/ui/form/form.tsx';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import type { Table, TableKind } from './fiscal-table-queries.ts';
import classes from './fiscal-tables.module.css';

/** Table that a form starts from: the newest one for a new validity, or one not yet in force, to change it. */
export type Begun<K extends TableKind> = { of: Table<K>; isNew: boolean; onClose: () => void };

/** Values that a form begins with. */
export const validityOf = ({ of: { valid_from, source, version }, isNew }: Begun<TableKind>) =>
  isNew ? { source: '' } : { valid_from, source, replaces: version };

type TableWindowProps<V extends FieldValues> = {
  table: Begun<TableKind>;
  title: string;
  form: FormState<V>;
  children: ReactNode;
};

/** A validity of a table: what was computed with the one before it stays. */
export function TableWindow<V extends FieldValues>({ table, title, form, children }: TableWindowProps<V>) {
  const { of, isNew, onClose } = table;
  return (
    <FormWindow
      title={isNew ? `Nova vigência: ${title}` : `${title}: desde ${formatDate(of.valid_from)}`}
      onClose={onClose}
      form={form}
      verb={isNew ? 'Cadastrar vigência' : 'Salvar alterações'}
    >
      <Form form={form}>
        <div className={classes.form}>
          <p className={classes.about}>
            {isNew
              ? 'Os números abaixo são os da última vigência. A nova encerra, na véspera, a que vigora no primeiro dia dela. O que já foi emitido ou recebido fica como está.'
              : 'Esta vigência ainda não começou: os números mudam sem alterar o que já foi calculado.'}
          </p>
          {children}
        </div>
      </Form>
    </FormWindow>
  );
}
