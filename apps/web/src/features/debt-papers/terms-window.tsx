import { type DebtPapers, DebtTermsChange } from '@morada/contract/collection/debt-papers';
import { PRICE_INDICES } from '@morada/domain/lease/readjustment';
import { toast } from '#web/lib/toast.ts';
import { NumberField, PercentField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useDropTerms, useSaveTerms } from './debt-queries.ts';

type TermsWindowProps = {
  contractId: number;
  terms: DebtPapers['statement']['terms'];
  onClose: () => void;
};

/** What the contract's clause charges on a debt. */
export function TermsWindow({ contractId, terms, onClose }: TermsWindowProps) {
  const { mutateAsync: save } = useSaveTerms();
  const { mutateAsync: drop } = useDropTerms();
  const form = useForm(DebtTermsChange, {
    defaultValues: { ...terms, clause: terms.clause ?? '' },
    submit: (body) => save({ params: { id: contractId }, body }),
    onSaved: () => {
      toast.success('Encargos registrados');
      onClose();
    },
  });
  const restore = () =>
    drop({ params: { id: contractId } }).then(() => {
      toast.success('O demonstrativo voltou aos encargos das faturas');
      form.release();
      onClose();
    }, toast.failure);
  return (
    <FormWindow
      title="Encargos do contrato"
      onClose={onClose}
      form={form}
      verb="Salvar"
      actions={{ danger: terms.clause !== null && { label: 'Usar os das faturas', onClick: restore } }}
    >
      <Form form={form}>
        <Fields columns={1}>
          <PercentField form={form} name="fine" label="Multa" required />
          <PercentField
            form={form}
            name="monthly"
            label="Juros ao mês"
            required
            help="Proporcionais aos dias de atraso."
          />
          <NumberField
            form={form}
            name="first_day"
            label="Dia de atraso em que começam"
            required
            max={60}
            help="0: desde o primeiro dia. Com 5, há encargos no 5º dia e juros dos dias depois dele."
          />
          <SelectField
            form={form}
            name="correction"
            label="Correção por índice"
            clearable
            placeholder="O contrato não prevê"
            options={Object.entries(PRICE_INDICES).map(([value, label]) => ({ value, label }))}
          />
          <TextField
            form={form}
            name="clause"
            label="Cláusula"
            required
            maxLength={200}
            placeholder="cláusula 7ª"
            help="Sai no demonstrativo. As faturas continuam com os encargos de costume."
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
