import { Button } from '@mantine/core';
import { payments } from '@morada/contract/money/payments';
import { type PaymentStage, paymentLife, paymentStage } from '@morada/domain/bank/payment-stage';
import { IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { download } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Moment } from '#web/ui/display/figures.tsx';
import { AmountList, KeyValue } from '#web/ui/display/key-value.tsx';
import type { Payment } from './payment-queries.ts';
import { transfersInWords } from './payment-words.ts';
import classes from './payments.module.css';

/** Date of creation and author of a payment. */
export function PaymentFacts({ payment: { pay_on, created_at, by, per_owner } }: { payment: Payment }) {
  return (
    <KeyValue
      items={[
        { label: 'Pagar em', value: <Day value={pay_on} /> },
        { label: 'Montado em', value: <Moment value={created_at} /> },
        { label: 'Por', value: by },
        ...(per_owner ? [{ label: 'Forma', value: 'Um pagamento por proprietário' }] : []),
      ]}
    />
  );
}

/** Why papers are kept in. */
const PAPERS_SAY: Readonly<Partial<Record<PaymentStage, string>>> = {
  WAITING: 'Saem depois da aprovação de outra pessoa.',
  REJECTED: 'O pagamento foi recusado: o arquivo e a planilha não saem mais.',
  CANCELED: 'O pagamento foi cancelado: o arquivo e a planilha não saem mais.',
  RELEASED: 'Os repasses foram liberados: o arquivo e a planilha não saem mais.',
  DONE: 'Os repasses foram efetuados: o arquivo e a planilha não saem mais.',
  PARTLY:
    'O arquivo tem também o que já foi efetuado ou liberado, e não sai mais. Libere os pendentes para montar outro.',
};

/** How much by each bank; and the files, as often as they are wanted while nothing of the payment is done or released. */
export function PaymentFiles({ payment }: { payment: Payment }) {
  const { id, groups, transfers, amount, files } = payment;
  const stage = paymentStage({ ...payment, canceled: payment.canceled_at !== null });
  const says = PAPERS_SAY[stage];
  return (
    <>
      <h3>Por banco</h3>
      <AmountList
        items={groups.map(({ name, payments: count, amount }) => ({ label: `${name} (${count})`, amount }))}
        total={{ label: transfersInWords(transfers), amount }}
      />
      <h3 className={classes.sideTitle}>Arquivos</h3>
      {says && (files.length > 0 || stage !== 'PARTLY') && <p className={classes.says}>{says}</p>}
      {paymentLife.can(stage, 'giveOutList') && (
        <div className={classes.files}>
          {paymentLife.can(stage, 'giveOutFile') &&
            files.map(({ name }, index) => (
              <FileButton
                key={name}
                label={files.length > 1 ? `Arquivo CNAB 240, ${index + 1} de ${files.length}` : 'Arquivo CNAB 240'}
                icon={<IconFileText size={15} />}
                save={() => download(payments.file, { params: { id, number: index + 1 } })}
              />
            ))}
          <FileButton
            label={stage === 'PARTLY' ? 'Planilha do que falta' : 'Planilha por banco'}
            icon={<IconFileSpreadsheet size={15} />}
            save={() => download(payments.sheet, { params: { id } })}
          />
        </div>
      )}
    </>
  );
}

function FileButton({ label, icon, save }: { label: string; icon: ReactNode; save: () => Promise<unknown> }) {
  const saving = useMutation({ mutationFn: save, onError: toast.failure });
  return (
    <Button variant="default" leftSection={icon} loading={saving.isPending} onClick={() => saving.mutate()}>
      {label}
    </Button>
  );
}
