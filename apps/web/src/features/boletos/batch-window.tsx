import { formatMoney } from '@morada/domain/money';
import { IconBarcodeOff, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/blank.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Status } from '#web/ui/status.tsx';
import { RecordModal } from '#web/ui/windows.tsx';
import classes from './batch-window.module.css';
import { waitingQuery } from './boleto-queries.ts';
import { type BatchOutcome, useBatch } from './use-batch.ts';

/** Some invoices and what they come to. */
export type Chosen = { invoices: readonly number[]; amount: number };

/** Makes the boletos of the chosen invoices, or of all pending ones that have none. */
export function BatchWindow({ chosen, onClose }: { chosen?: Chosen; onClose: () => void }) {
  const waiting = useQuery({ ...waitingQuery, enabled: !chosen });
  const batch = useBatch();
  const wanted = chosen ?? waiting.data;
  const count = wanted?.invoices.length ?? 0;
  const { stage, done, outcome } = batch;

  const close = () => {
    batch.stop();
    onClose();
  };

  return (
    <RecordModal
      title="Gerar boletos"
      width={520}
      onClose={close}
      actions={{
        close: stage === 'ended' ? 'Fechar' : stage === 'running' ? 'Parar' : 'Cancelar',
        primary: stage === 'asked' &&
          count > 0 && { label: verb(count), onClick: () => wanted && batch.run(wanted.invoices) },
      }}
    >
      {stage === 'asked' && (
        <Loaded query={{ ...waiting, data: wanted }} what="as faturas sem boleto" lines={3}>
          {(asked) => <Asked chosen={asked} all={!chosen} />}
        </Loaded>
      )}
      {stage === 'running' && (
        <div aria-live="polite">
          <Progress label="Boletos gerados" part={count > 0 ? done / count : 0}>
            {`${done} de ${invoicesText(count)}`}
          </Progress>
          <p className={classes.note}>O que já foi gerado fica, mesmo que esta janela seja fechada.</p>
        </div>
      )}
      {stage === 'ended' && <Ended outcome={outcome} />}
    </RecordModal>
  );
}

const verb = (count: number) => (count === 1 ? 'Gerar 1 boleto' : `Gerar ${count} boletos`);
const invoicesText = (count: number) => (count === 1 ? '1 fatura' : `${count} faturas`);

function Asked({ chosen: { invoices, amount }, all }: { chosen: Chosen; all: boolean }) {
  if (invoices.length === 0) {
    return (
      <EmptyState
        icon={IconBarcodeOff}
        title="Nenhuma fatura sem boleto"
        below="Todas as faturas em aberto já têm um boleto que pode ser pago."
      />
    );
  }
  return (
    <>
      <p className={classes.says}>
        <b>{invoicesText(invoices.length)}</b>{' '}
        {all ? 'em aberto sem boleto' : invoices.length === 1 ? 'escolhida' : 'escolhidas'}, no valor de{' '}
        <b>{formatMoney(amount)}</b>.
      </p>
      <p className={classes.note}>
        As vencidas saem com os encargos de hoje. Quem já tem um boleto que pode ser pago fica com ele.
      </p>
    </>
  );
}

function Ended({ outcome: { created, amount, refused } }: { outcome: BatchOutcome }) {
  return (
    <>
      <p role="status" className={classes.says}>
        <Status tone={created > 0 ? 'green' : 'gray'} icon={created > 0 ? IconCircleCheckFilled : IconBarcodeOff}>
          {created === 0 ? 'Nenhum boleto gerado' : `${made(created)} · ${formatMoney(amount)}`}
        </Status>
      </p>
      {refused.length > 0 && (
        <>
          <h3 className={classes.title}>
            {refused.length === 1 ? '1 fatura ficou de fora' : `${refused.length} faturas ficaram de fora`}
          </h3>
          <ul className={classes.refused}>
            {refused.map(({ invoice_id, reason }) => (
              <li key={invoice_id}>
                <Link to="/financial/invoices" search={{ open: invoice_id }}>
                  Fatura {invoice_id}
                </Link>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const made = (count: number) => (count === 1 ? '1 boleto gerado' : `${count} boletos gerados`);
