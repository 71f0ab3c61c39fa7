import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { BankSteps } from '../bank-steps.tsx';
import { LinkActions } from '../link-actions.tsx';
import { LinkHead } from '../link-head.tsx';
import { HeldChanges } from './held-changes.tsx';
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
      <HeldChanges />
      <QueryBoundary query={safeguards} what="as proteções" lines={8}>
        {(found) => <SafeguardsForm safeguards={found} />}
      </QueryBoundary>
      {/* Below the safeguards, which are higher than what says that they are on their way. */}
      {!safeguards.isPending && (
        <QueryBoundary query={link} what="a ligação que paga" lines={12}>
          {({ link: found }) => (
            <>
              {found && (
                <LinkHead
                  link={found}
                  words={{ unanswered: 'Ainda não testado', linked: 'Conectado' }}
                  waits="Os pagamentos aprovados esperam, e seguem sozinhos quando o banco responder."
                />
              )}
              {!found && <BankSteps bank="077" name="Banco Inter" purpose="payouts" />}
              <PayoutLinkForm key={found?.id} link={found} />
            </>
          )}
        </QueryBoundary>
      )}
    </>
  );
}

const REMOVAL = {
  verb: 'Desconectar',
  title: 'Desconectar o banco que paga',
  body: 'Nenhum pagamento por Pix é enviado mais. O que o banco já recebeu continua a ser acompanhado. Para ligar de novo será preciso informar o client secret e o certificado com a chave dele.',
  done: 'Banco desconectado',
};
