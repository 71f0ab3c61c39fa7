import { type Movimentation, MovimentationCreate } from '@morada/contract/money/movimentations';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { MovimentationFields } from './movimentation-fields.tsx';
import { useAddMovimentation } from './movimentation-queries.ts';

type NewMovimentationWindowProps = {
  /** Kind shown by the list, which sets the initial type: income for sales, outgoing for expenses. */
  kind: 'sales' | 'expenses' | 'incomes';
  onClose: () => void;
  onAdded: (added: Movimentation) => void;
};

export default function NewMovimentationWindow({ kind, onClose, onAdded }: NewMovimentationWindowProps) {
  const { mutateAsync: add } = useAddMovimentation();
  const form = useForm(MovimentationCreate, {
    defaultValues: {
      description: '',
      type: kind === 'expenses' ? 'OUTPUT' : 'INPUT',
      subtype: kind === 'sales' ? 'SALE' : 'OTHER',
      date: today(),
      doc: '',
    },
    submit: (body) => add({ body }),
    onSaved: (added) => {
      toast.success('Movimentação lançada no caixa.');
      onAdded(added);
    },
  });
  return (
    <FormWindow
      title="Nova movimentação"
      terms={['movimentation']}
      onClose={onClose}
      form={form}
      verb="Lançar no caixa"
    >
      <Form form={form}>
        <MovimentationFields form={form} />
      </Form>
    </FormWindow>
  );
}
