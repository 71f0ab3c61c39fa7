import { Button } from '@mantine/core';
import { PayoutSafeguards, type payouts } from '@morada/contract/bank/payouts';
import type { Answer } from '@morada/contract/base/endpoint';
import { formatMoney } from '@morada/domain/base/money';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { MoneyField, NumberField, SelectField } from '#web/ui/form/fields.tsx';
import { Form, FormSection, Wide } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import classes from '../link-state.module.css';
import { type SafeguardValues, useSaveSafeguards } from './payout-queries.ts';

const NEW_ACCOUNT = [
  { value: 'FREE', label: 'Paga como as outras' },
  { value: 'WAIT', label: 'Espera algumas horas' },
  { value: 'APPROVE', label: 'Outra pessoa aprova' },
] as const;

/** The proposal in words, with the figures of the agency's own transfers. */
function proposalWords({ approve_over, daily_limit, new_account }: SafeguardValues): string {
  const parts = [
    ...(approve_over === null ? [] : [`outra pessoa aprova acima de ${formatMoney(approve_over)}`]),
    ...(daily_limit === null ? [] : [`limite de ${formatMoney(daily_limit)} por dia`]),
    new_account === 'APPROVE' ? 'outra pessoa aprova conta nova' : 'conta nova espera 24 horas',
  ];
  return `Pelos seus repasses, propomos: ${parts.join('; ')}.`;
}

/** What every payment of transfers passes, by Pix, by file and by list. */
export function SafeguardsForm({ safeguards }: { safeguards: Answer<typeof payouts.safeguards> }) {
  const { mutateAsync: save } = useSaveSafeguards();
  const { linked: _, today: __, proposed, eased, ...values } = safeguards;
  const form = useForm(PayoutSafeguards, {
    values,
    submit: (body) => save({ body }),
    onSaved: () => toast.success('Proteções atualizadas'),
  });
  const propose = async (proposal: SafeguardValues) => {
    await save({ body: proposal });
    toast.success('Proteções ligadas');
  };
  const waits = useWatch({ control: form.control, name: 'new_account' }) === 'WAIT';
  const { isDirty, isSubmitting } = form.formState;
  return (
    <>
      {proposed && (
        <div className={classes.callouts}>
          <Callout tone="warning">
            Nenhuma proteção está ligada: uma pessoa sozinha pode pagar qualquer valor, a qualquer conta.{' '}
            {proposalWords(proposed)}{' '}
            <Button size="xs" variant="default" onClick={() => void propose(proposed)}>
              Usar a proposta
            </Button>
          </Callout>
        </div>
      )}
      {eased && (
        <div className={classes.callouts}>
          <Callout tone="known">
            Uma proteção foi afrouxada há poucos dias: até o fim da espera, os pagamentos ainda passam pelo que valia
            antes.
          </Callout>
        </div>
      )}
      <Form form={form}>
        <FormSection
          title="Proteções"
          below="Valem para pagamentos por Pix, por arquivo e por planilha. Quem montou o pagamento, ou alterou a conta, não o aprova."
        >
          <MoneyField
            form={form}
            name="approve_over"
            label="Outra pessoa aprova acima de"
            help="Valor do pagamento inteiro. Em branco, não exige aprovação."
          />
          <MoneyField
            form={form}
            name="daily_limit"
            label="Limite por dia"
            help="Soma do que sai no dia. Em branco, sem limite."
          />
          <SelectField form={form} name="new_account" label="Conta nova ou alterada" required options={NEW_ACCOUNT} />
          <NumberField
            form={form}
            name="people_days"
            label="Dias de espera por mudança de acesso"
            required
            min={0}
            max={90}
            help="Quem criou uma pessoa, ou mudou a senha, o e-mail ou o grupo dela, não aprova com ela nesses dias. Proteção afrouxada também só vale depois deles."
          />
          {waits && <NumberField form={form} name="wait_hours" label="Horas de espera" required min={1} max={168} />}
          <Wide>
            <Button type="submit" variant="default" disabled={!isDirty} loading={isSubmitting}>
              Salvar proteções
            </Button>
          </Wide>
        </FormSection>
      </Form>
    </>
  );
}
