import { type FiscalYear, fiscal } from '@morada/contract/fiscal/fiscal';
import { DIMOB_SITUATIONS } from '@morada/domain/fiscal/dimob';
import { IconFileExport } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { download } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useCreateDimob } from './fiscal-queries.ts';

const SITUATIONS = Object.entries(DIMOB_SITUATIONS).map(([value, label]) => ({ value, label }));

/** Asks for what the books don't know, and saves the file among the downloads. */
export function DimobWindow({ year, onClose }: { year: FiscalYear; onClose: () => void }) {
  const { mutateAsync: create } = useCreateDimob();
  const delivered = year.files.find(({ receipt }) => receipt !== null)?.receipt;
  const form = useForm(fiscal.create.body, {
    defaultValues: { year: year.year, rectifies: delivered ?? '', situation: null, situation_date: '' },
    submit: async (body) => {
      const made = await create({ body });
      await download(fiscal.file, { params: { id: made.id } });
      return made;
    },
    onSaved: ({ rents, sales }) => {
      toast.success(`DIMOB de ${year.year} gerada, com ${rents + sales} linhas. Agora importe no programa da Receita.`);
      onClose();
    },
    asks: true,
  });
  const situation = useWatch({ control: form.control, name: 'situation' });
  return (
    <FormWindow
      title={`Gerar DIMOB de ${year.year}`}
      terms={['dimob']}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: {
          label: 'Gerar e baixar',
          icon: IconFileExport,
          disabled: year.blocking_total > 0,
          loading: form.formState.isSubmitting,
          onClick: form.save,
        },
      }}
    >
      {year.blocking_total > 0 && (
        <Callout tone="warning">
          {year.blocking_total === 1 ? 'Uma pendência impede' : `${year.blocking_total} pendências impedem`} a DIMOB:
          resolva o que a página lista antes de gerar.
        </Callout>
      )}
      <Form form={form}>
        <Fields columns={1}>
          <TextField
            form={form}
            name="rectifies"
            label="Recibo da declaração que esta retifica"
            maxLength={10}
            help="Em branco na primeira entrega do ano."
          />
          <SelectField
            form={form}
            name="situation"
            label="Situação especial"
            options={SITUATIONS}
            placeholder="Nenhuma"
            clearable
          />
          {situation && <DateField form={form} name="situation_date" label="Dia do evento" required />}
        </Fields>
      </Form>
    </FormWindow>
  );
}
