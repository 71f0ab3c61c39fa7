import { Button } from '@mantine/core';
import { ReportPeriod, reports } from '@morada/contract/desk/reports';
import { MovimentationKind } from '@morada/contract/money/movimentations.search';
import { addToReference, firstDay, referenceOf } from '@morada/domain/base/calendar';
import { monthSpan, type Span } from '@morada/domain/base/span';
import { CASH_KIND_NAMES, type CashKind } from '@morada/domain/ledger/cash';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { SegmentedField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import classes from './report-form.module.css';

const FILE = 'relatorio.xlsx';
const Report = z.extend(ReportPeriod, { type: MovimentationKind });
const FIRST: CashKind = 'rents';
const KINDS = Object.entries(CASH_KIND_NAMES).map(([value, label]) => ({ value, label }));

const HOLDS: Record<CashKind, string> = {
  rents:
    'Cada aluguel recebido e cada repasse efetuado no período, com cliente, imóvel, contrato, fatura, repasse, referência, forma de pagamento, aluguel e taxa de administração.',
  sales: 'Cada comissão de venda recebida e cada despesa de venda do período, com descrição e documento.',
  expenses: 'Cada despesa do período, com descrição, categoria e documento.',
  incomes: 'Cada outra entrada do período, com descrição e documento.',
};

/** Report form: kind, period and file. */
export function ReportForm() {
  const [received, setReceived] = useState(0);
  const form = useForm(Report, {
    defaultValues: { type: FIRST, ...daysOf({ start: firstDay(referenceOf(today())), end: today() }) },
    asks: true,
    submit: ({ type, ...query }) => {
      setReceived(0);
      const call = download(reports.save, { params: { type }, query }, { as: FILE, onReceived: setReceived });
      return withFailureMessage('Ocorreu algum problema', call);
    },
    onSaved: () => toast.success(`O arquivo ${FILE} foi baixado.`),
  });
  const type = useWatch({ control: form.control, name: 'type' });
  const { isSubmitting } = form.formState;

  return (
    <Form form={form}>
      <div className={classes.card}>
        <SegmentedField form={form} name="type" label="Tipo" options={KINDS} />
        <Fields>
          <DateField form={form} name="startDate" label="De" required clearable max={today()} />
          <DateField form={form} name="endDate" label="Até" required clearable max={today()} />
        </Fields>
        <QuickPeriods
          onChoose={(span) => {
            const { startDate, endDate } = daysOf(span);
            form.setValue('startDate', startDate, { shouldDirty: true, shouldValidate: true });
            form.setValue('endDate', endDate, { shouldDirty: true, shouldValidate: true });
          }}
        />
        <div className={classes.holds}>
          <IconFileSpreadsheet size={18} />
          <p>
            {HOLDS[type]} Ao fim, o total de entradas e de saídas e o saldo. É uma planilha, <b>{FILE}</b>.
          </p>
        </div>
        <div className={classes.foot}>
          <Button type="submit" leftSection={<IconDownload size={15} />} loading={isSubmitting}>
            Buscar &amp; Baixar
          </Button>
          <p role="status" className={classes.progress}>
            {isSubmitting && (
              <>
                <Spinner />
                {received === 0
                  ? 'Preparando o arquivo. Períodos longos levam mais tempo.'
                  : `Recebendo o arquivo: ${inKilobytes(received)}.`}
              </>
            )}
          </p>
        </div>
      </div>
    </Form>
  );
}

const inKilobytes = (bytes: number) => `${Math.ceil(bytes / 1_000).toLocaleString('pt-BR')} KB`;

const daysOf = ({ start, end }: Span) => ({ startDate: start, endDate: end });

function QuickPeriods({ onChoose }: { onChoose: (span: Span) => void }) {
  const now = today();
  const month = referenceOf(now);
  const periods = [
    ['Este mês', { start: firstDay(month), end: now }],
    ['Mês passado', monthSpan(addToReference(month, -1))],
    ['Últimos 12 meses', { start: firstDay(addToReference(month, -11)), end: now }],
  ] as const;
  return (
    <fieldset className={classes.quick} aria-label="Períodos prontos">
      {periods.map(([label, span]) => (
        <Button key={label} size="xs" variant="default" onClick={() => onChoose(span)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
