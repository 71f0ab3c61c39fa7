import { Checkbox, Input } from '@mantine/core';
import { DebtActCreate, type DebtPapers } from '@morada/contract/collection/debt-papers';
import { formatDate, formatReference, shownReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { DEBT_ACTS, DEBTOR_PARTIES, OUTSIDE_ACTS } from '@morada/domain/debt-papers/debt-register';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { SelectField, TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import classes from './debt-papers.module.css';
import { useRegisterAct } from './debt-queries.ts';

type ActWindowProps = { contractId: number; papers: DebtPapers; onClose: () => void };

const BODIES = {
  LISTING: 'Serasa, SPC…',
  PROTEST: 'Cartório de protesto',
  EVICTION: 'Vara e comarca',
  COLLECTION: 'Vara e comarca',
} as const;

/** What was done at a bureau, notary or court, as the agency registers it. */
export function ActWindow({ contractId, papers: { debtors, statement }, onClose }: ActWindowProps) {
  const { mutateAsync: register } = useRegisterAct();
  const form = useForm(DebtActCreate, {
    defaultValues: {
      ...{ kind: 'LISTING', client_id: debtors[0]?.id, done_on: today(), body: '', protocol: '', reason: '' },
      invoices: statement.rows.map(({ invoice_id }) => invoice_id),
    },
    submit: (body) => register({ params: { id: contractId }, body }),
    onSaved: () => {
      toast.success('Registrado');
      onClose();
    },
  });
  const kind = form.watch('kind') ?? 'LISTING';
  const chosen = form.watch('invoices') ?? [];
  const person = form.watch('client_id');
  return (
    <FormWindow title="Registrar o que foi feito" onClose={onClose} form={form} verb="Registrar">
      <Form form={form}>
        <Fields columns={1}>
          <Callout tone="known">
            Nada é enviado a um birô, cartório ou juízo: aqui fica registrado o que a imobiliária já fez.
          </Callout>
          <SelectField
            form={form}
            name="kind"
            label="O que foi feito"
            required
            options={OUTSIDE_ACTS.map((value) => ({ value, label: DEBT_ACTS[value] }))}
          />
          <Select
            label="Pessoa"
            withAsterisk
            allowDeselect={false}
            data={debtors.map(({ id, name, role }) => ({
              value: String(id),
              label: `${name}, ${DEBTOR_PARTIES[role].toLowerCase()}`,
            }))}
            value={person ? String(person) : null}
            onChange={(value) => form.setValue('client_id', Number(value), { shouldDirty: true })}
            error={form.formState.errors.client_id?.message as string | undefined}
          />
          <DateField form={form} name="done_on" label="Dia" required max={today()} />
          <TextField
            form={form}
            name="body"
            label="Órgão, cartório ou juízo"
            required
            maxLength={120}
            placeholder={BODIES[kind]}
          />
          <TextField form={form} name="protocol" label="Protocolo ou processo" maxLength={80} />
          <Input.Wrapper
            label="Faturas"
            labelElement="div"
            withAsterisk
            error={form.formState.errors.invoices?.message as string | undefined}
          >
            <div className={classes.choices}>
              {statement.rows.map(({ invoice_id, reference, due_date, total }) => (
                <Checkbox
                  key={invoice_id}
                  label={`${formatReference(shownReference(reference))}, vencida em ${formatDate(due_date)}, ${formatMoney(total)}`}
                  checked={chosen.includes(invoice_id)}
                  onChange={({ currentTarget }) =>
                    form.setValue(
                      'invoices',
                      currentTarget.checked ? [...chosen, invoice_id] : chosen.filter((one) => one !== invoice_id),
                      { shouldDirty: true },
                    )
                  }
                />
              ))}
            </div>
          </Input.Wrapper>
          {kind === 'LISTING' && (
            <TextareaField
              form={form}
              name="reason"
              label="Motivo, se foi antes do fim do prazo do aviso"
              rows={2}
              help="A negativação pede um aviso prévio com o prazo encerrado. Sem ele, escreva por quê."
            />
          )}
        </Fields>
      </Form>
    </FormWindow>
  );
}
