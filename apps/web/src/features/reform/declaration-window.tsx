import { type ReformOwner, reform } from '@morada/contract/fiscal/fiscal-reform';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { MoneyField, NumberField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useDeclare } from './reform-queries.ts';

/** What the owner says to receive outside the agency in the year. */
export function DeclarationWindow({ owner, onClose }: { owner: ReformOwner; onClose: () => void }) {
  const { mutateAsync: declare } = useDeclare();
  const { id, year, name, declared } = owner;
  const form = useForm(reform.declare.body, {
    defaultValues: declared ?? { declared_on: today() },
    submit: (body) => declare({ params: { id, year }, body }),
    onSaved: () => {
      toast.success('Declaração registrada');
      onClose();
    },
  });
  return (
    <FormWindow
      title={`Declaração de ${year}`}
      terms={['reform']}
      onClose={onClose}
      form={form}
      verb="Registrar declaração"
    >
      <Form form={form}>
        <Fields columns={1}>
          <p>
            A imobiliária só conhece os aluguéis que passam por ela. Anote o que {name} recebe de outros imóveis; se não
            recebe nada, anote zero.
          </p>
          <MoneyField form={form} name="income" label="Aluguéis do ano fora da imobiliária" required />
          <NumberField
            form={form}
            name="properties"
            label="Imóveis alugados fora da imobiliária"
            required
            max={9_999}
          />
          <DateField form={form} name="declared_on" label="Declarado em" required max={today()} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
