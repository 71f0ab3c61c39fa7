import { accounting, type Chart } from '@morada/contract/fiscal/fiscal-accounting';
import { ACCOUNTS, holderOf, type MoneyHolder } from '@morada/domain/fiscal/accounting';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@morada/domain/ledger/ledger';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FieldsAreRead } from '#web/ui/input/field.ts';
import { type SharedRecord, useRecord } from '#web/ui/overlay/use-record.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { chartQuery, useSaveChart } from './accounting-queries.ts';
import classes from './chart-window.module.css';

const TITLE = 'Plano de contas';

/** The code of each account of the ledger in the accountant's chart. */
export function ChartWindow({ onClose }: { onClose: () => void }) {
  const { record, query, data } = useRecord({ what: 'este plano de contas', query: chartQuery });
  if (data) return <Editing chart={data} record={record} onClose={onClose} />;
  return (
    <FormWindow title={TITLE} onClose={onClose}>
      <QueryBoundary query={query} what="o plano de contas">
        {() => null}
      </QueryBoundary>
    </FormWindow>
  );
}

type EditingProps = { chart: Chart; record: SharedRecord; onClose: () => void };

const GROUPS = [
  ['AGENCY', 'Dinheiro da imobiliária'],
  ['THIRD_PARTIES', 'Dinheiro de terceiros'],
] as const satisfies [MoneyHolder, string][];

/** What an account holds, where its name does not say. */
const HELP: Partial<Record<LedgerAccount, string>> = {
  CASH: 'Banco e caixa: tudo o que entra e sai.',
  EXTRA_VALUES: 'O que fica com a imobiliária, ou é pago por ela.',
  OWNERS: 'Aluguéis recebidos e ainda não repassados.',
  FEES_HELD: 'Condomínio, IPTU e outras taxas recebidas do inquilino.',
  OWNER_ADVANCES: 'Repasses sem fatura: o proprietário ainda os deve.',
};

function Editing({ chart, record, onClose }: EditingProps) {
  const { mutateAsync: save } = useSaveChart();
  const readOnly = !may(accounting.setChart.access);
  const form = useForm(accounting.setChart.body, {
    values: chart,
    submit: (body) => save({ body }),
    onSaved: () => {
      toast.success('Plano de contas salvo');
      onClose();
    },
  });
  return (
    <FormWindow title={TITLE} terms={['chart']} record={record} form={form} verb="Salvar alterações" onClose={onClose}>
      <Form form={form}>
        <FieldsAreRead value={readOnly}>
          <p className={classes.about}>
            O código de cada conta no programa do contador. Uma conta sem código só impede o arquivo do mês em que é
            usada.
          </p>
          {GROUPS.map(([holder, title]) => (
            <section key={holder}>
              <h3 className={classes.title}>{title}</h3>
              <Fields>
                {ACCOUNTS.filter((account) => holderOf(account) === holder).map((account) => (
                  <TextField
                    key={account}
                    form={form}
                    name={`accounts.${account}`}
                    label={LEDGER_ACCOUNTS[account].name}
                    help={HELP[account]}
                  />
                ))}
              </Fields>
            </section>
          ))}
          <h3 className={classes.title}>No programa do contador</h3>
          <Fields>
            <TextField form={form} name="company_code" label="Código da empresa" help="Vai no nome do arquivo." />
            <TextField form={form} name="branch_code" label="Código da filial" />
            <TextField
              form={form}
              name="history_code"
              label="Código do histórico"
              help="Histórico padrão do Domínio."
            />
          </Fields>
        </FieldsAreRead>
      </Form>
    </FormWindow>
  );
}
