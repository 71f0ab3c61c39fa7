import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { netOf, PAYMENT_PAPERS } from '@morada/domain/rent/people/share';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { AmountList } from '#web/ui/display/key-value.tsx';
import { MoneyField, SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { type PersonStatement, usePayPerson } from './people-queries.ts';

const PAPERS = Object.entries(PAYMENT_PAPERS).map(([value, label]) => ({ value, label }));

/** All that is to be paid to a person today, less what the accountant withheld. */
export function PayPersonWindow({ statement, onClose }: { statement: PersonStatement; onClose: () => void }) {
  const { person, due, debit, payable } = statement;
  const { mutateAsync: pay } = usePayPerson();
  const form = useForm(peopleCommissions.pay.body, {
    defaultValues: {
      ...{ admin_user_id: person.id, until: today(), amount: payable, paid_on: today() },
      ...{ paper: 'RPA', paper_number: '', account: '', inss: 0, irrf: 0, iss: 0 },
    },
    submit: (body) => pay({ body }),
    onSaved: () => {
      toast.success('Pagamento registrado');
      onClose();
    },
  });
  const [inss, irrf, iss] = useWatch({ control: form.control, name: ['inss', 'irrf', 'iss'] });
  const net = netOf(payable, { inss: inss ?? 0, irrf: irrf ?? 0, iss: iss ?? 0 });
  return (
    <FormWindow title={`Pagamento a ${person.name}`} onClose={onClose} form={form} verb="Registrar pagamento">
      <Form form={form}>
        <AmountList
          items={[
            { label: 'Comissões recebidas', amount: due },
            ...(debit > 0 ? [{ label: 'Desfeitas depois de pagas', amount: 0 - debit }] : []),
            ...(net === payable ? [] : [{ label: 'Retenções', amount: net - payable }]),
          ]}
          total={{ label: 'Sai do caixa', amount: net }}
        />
        <Fields columns={1}>
          <SegmentedField form={form} name="paper" label="Documento" options={PAPERS} />
          <TextField form={form} name="paper_number" label="Número" required maxLength={40} />
          <DateField form={form} name="paid_on" label="Pago em" required max={today()} />
          <TextField
            form={form}
            name="account"
            label="Conta"
            maxLength={60}
            help="A conta da imobiliária de onde o dinheiro saiu."
          />
          <MoneyField
            form={form}
            name="inss"
            label="INSS retido"
            help="Os valores retidos são os do RPA do contador. As guias são despesas à parte, lançadas quando forem pagas."
          />
          <MoneyField form={form} name="irrf" label="IRRF retido" />
          <MoneyField form={form} name="iss" label="ISS retido" />
        </Fields>
      </Form>
    </FormWindow>
  );
}
