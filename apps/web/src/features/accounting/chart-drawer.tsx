import { accounting, type Chart } from '@morada/contract/fiscal-accounting';
import { ACCOUNTS, holderOf, type MoneyHolder } from '@morada/domain/fiscal/accounting';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@morada/domain/ledger/ledger';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { FieldsAreRead } from '#web/ui/form/field.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';
import { FormDrawer } from '#web/ui/overlay/windows.tsx';
import { chartQuery, useSaveChart } from './accounting-queries.ts';
import classes from './chart-drawer.module.css';

const TITLE = 'Plano de contas';

/** The code of each account of the ledger in the accountant's chart. */
export function ChartDrawer({ onClose }: { onClose: () => void }) {
  const query = useQuery(chartQuery);
  if (query.data) return <Editing chart={query.data.data} reload={query.refetch} onClose={onClose} />;
  return (
    <FormDrawer title={TITLE} onClose={onClose}>
      <QueryBoundary query={query} what="o plano de contas">
        {() => null}
      </QueryBoundary>
    </FormDrawer>
  );
}

type EditingProps = {
  chart: Chart;
  reload: (options: { throwOnError: true }) => Promise<unknown>;
  onClose: () => void;
};

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

function Editing({ chart, reload, onClose }: EditingProps) {
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
  const { notice } = useStale({ what: 'este plano de contas', forms: [form], reload });
  return (
    <FormDrawer
      title={TITLE}
      terms={['chart']}
      notice={notice}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        primary: form.formState.isDirty && {
          label: 'Salvar alterações',
          onClick: form.save,
          loading: form.formState.isSubmitting,
        },
      }}
    >
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
    </FormDrawer>
  );
}
