import { MendedCell, type RefusedCell } from '@morada/contract/desk/imports';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import type { Import } from '#web/features/imports/use-import.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';

type MendWindowProps = { kind: ImportKind; cell: RefusedCell; onMend: Import['mend']; onClose: () => void };

/** One cell of the file, put right here and not in the spreadsheet. */
export function MendWindow({ kind, cell, onMend, onClose }: MendWindowProps) {
  const { line, field, value, name, reason } = cell;
  const known = IMPORT_FIELDS[kind].find((one) => one.name === field);
  const form = useForm(MendedCell, {
    defaultValues: { field, value },
    submit: (mended) => onMend({ line, ...mended }),
    onSaved: onClose,
  });
  return (
    <RecordWindow
      title={`Corrigir linha ${line}`}
      width={480}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Corrigir', loading: form.formState.isSubmitting, onClick: form.save },
      }}
    >
      <Form form={form}>
        <Fields columns={1}>
          <TextField
            form={form}
            name="value"
            label={name ? `${known?.label ?? field} de ${name}` : (known?.label ?? field)}
            help={[`Recusado: ${reason}.`, known?.hint].filter(Boolean).join(' ')}
            autoFocus
          />
        </Fields>
      </Form>
    </RecordWindow>
  );
}
