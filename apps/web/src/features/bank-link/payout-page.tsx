import type { PayoutLink } from '@morada/contract/payouts';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { today } from '#web/lib/today.ts';
import { Day, Moment } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { LinkActions } from './link-actions.tsx';
import classes from './link-state.module.css';
import { certificateWarning } from './link-words.ts';
import { PayoutLinkForm } from './payout-link-form.tsx';
import { payoutLinkQuery, safeguardsQuery, useCheckPayoutLink, useRemovePayoutLink } from './payout-queries.ts';
import { SafeguardsForm } from './safeguards-form.tsx';

/** The bank that pays transfers, and what stands between an order and the money. */
export function PayoutPage() {
  const link = useQuery(payoutLinkQuery);
  const safeguards = useQuery(safeguardsQuery);
  const check = useCheckPayoutLink();
  const { mutateAsync: remove } = useRemovePayoutLink();
  return (
    <>
      <PageHead
        title="Pagar repasses"
        below="Proteções de todo pagamento de repasse, e o banco que paga por Pix"
        actions={link.data?.link && <LinkActions check={check} remove={remove} words={REMOVAL} />}
      />
      <QueryBoundary query={safeguards} what="as proteções" lines={8}>
        {(found) => <SafeguardsForm safeguards={found} />}
      </QueryBoundary>
      <QueryBoundary query={link} what="a ligação que paga" lines={12}>
        {({ link: found }) => (
          <>
            {found && <LinkState link={found} />}
            <PayoutLinkForm key={found?.id} link={found} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

const REMOVAL = {
  verb: 'Desligar',
  title: 'Desligar o banco que paga',
  body: 'Nenhum pagamento por Pix é enviado mais. O que o banco já recebeu continua a ser acompanhado. Para ligar de novo será preciso informar o client secret e a chave do certificado.',
  done: 'Banco desligado',
};

function LinkState({ link }: { link: PayoutLink }) {
  const warning = certificateWarning(link.certificate_until, today());
  return (
    <>
      <div className={classes.callouts}>
        {link.failing_since && (
          <Callout tone="failed">
            <b>
              Falhando desde <Moment value={link.failing_since} />.
            </b>{' '}
            {link.problem} Os pagamentos aprovados esperam, e seguem sozinhos quando o banco responder.
          </Callout>
        )}
        {warning && <Callout tone="warning">{warning}</Callout>}
      </div>
      <div className={classes.state}>
        <KeyValue
          items={[
            { label: 'Situação', value: <LinkStatus link={link} /> },
            { label: 'Última resposta do banco', value: <Moment value={link.answered_at} /> },
            { label: 'Certificado vale até', value: <Day value={link.certificate_until} /> },
          ]}
        />
      </div>
    </>
  );
}

function LinkStatus({ link: { failing_since, answered_at } }: { link: PayoutLink }) {
  if (failing_since)
    return (
      <Status tone="red" icon={IconAlertTriangleFilled}>
        Falhando
      </Status>
    );
  return answered_at === null ? (
    <Status tone="yellow" icon={IconCircleDashed}>
      Ainda não testado
    </Status>
  ) : (
    <Status tone="green" icon={IconCircleCheckFilled}>
      Ligado
    </Status>
  );
}
