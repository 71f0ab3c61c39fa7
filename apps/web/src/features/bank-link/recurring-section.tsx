import { Button } from '@mantine/core';
import { ACCOUNT_TYPES, type RecurringSetting, RecurringSettingChange } from '@morada/contract/bank/recurrences';
import { RETRY_POLICIES } from '@morada/domain/bank/pix/recurrence';
import { useQuery } from '@tanstack/react-query';
import { count } from '#web/lib/count.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { SelectField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection, Wide } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type RecurringValues, recurringQuery, useSaveRecurring } from './recurring-queries.ts';

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** Pix Automático over the connection: whether it is offered, and what happens when the tenant's account lacks money. */
export function RecurringSection() {
  const query = useQuery(recurringQuery);
  return (
    <QueryBoundary query={query} what="o Pix Automático" lines={6}>
      {({ setting }) => <RecurringForm key={setting ? 'set' : 'new'} setting={setting} />}
    </QueryBoundary>
  );
}

const BLANK: RecurringValues = {
  ...{ active: false, policy: 'PERMITE_3R_7D', with_minimum: false },
  ...{ branch: '', account: '', account_type: 'CORRENTE' },
};

function valuesOf(setting: RecurringSetting | null): RecurringValues {
  if (!setting) return BLANK;
  const { active, policy, with_minimum, branch, account, account_type } = setting;
  return { active, policy, with_minimum, branch: branch ?? '', account, account_type };
}

function RecurringForm({ setting }: { setting: RecurringSetting | null }) {
  const { mutateAsync: save } = useSaveRecurring();
  const form = useForm(RecurringSettingChange, {
    values: valuesOf(setting),
    complete: ({ branch, ...rest }) => ({ ...rest, branch: branch || null }),
    submit: (body) => save({ body }),
    onSaved: () => toast.success('Pix Automático atualizado'),
  });
  return (
    <Form form={form}>
      <FormSection
        title="Pix Automático"
        below="O inquilino autoriza uma vez no banco dele, e cada fatura é debitada no vencimento. O banco precisa ter liberado o Pix Automático."
        terms={['automaticPix']}
      >
        {setting?.failing_since && (
          <Wide>
            <Callout tone="failed">
              <b>
                Falhando desde <Moment value={setting.failing_since} />.
              </b>{' '}
              {setting.problem} As cobranças comuns seguem sem ele.
            </Callout>
          </Wide>
        )}
        <Wide>
          <SwitchField form={form} name="active" label="Oferecer aos inquilinos" />
          {setting && <p>{inForce(setting)}</p>}
        </Wide>
        <TextField
          form={form}
          name="branch"
          label="Agência"
          maxLength={4}
          help="Sem o dígito. Em branco se a conta não tem."
        />
        <TextField
          form={form}
          name="account"
          label="Conta que recebe"
          required
          maxLength={20}
          help="Com o dígito, sem traço."
        />
        <SelectField form={form} name="account_type" label="Tipo da conta" required options={options(ACCOUNT_TYPES)} />
        <SelectField form={form} name="policy" label="Quando falta saldo" required options={options(RETRY_POLICIES)} />
        <Wide>
          <SwitchField form={form} name="with_minimum" label="O limite do inquilino não pode ser menor que o aluguel" />
        </Wide>
        <Wide>
          <Button variant="default" loading={form.formState.isSubmitting} onClick={form.save}>
            Salvar Pix Automático
          </Button>
        </Wide>
      </FormSection>
    </Form>
  );
}

const inForce = ({ approved, offered }: RecurringSetting) =>
  `${count(approved)} ${approved === 1 ? 'autorizado' : 'autorizados'}, ${count(offered)} esperando o inquilino. Desligar não cancela os que existem.`;
