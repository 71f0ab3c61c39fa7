import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { bankLinkQuery, useCheckLink, useRemoveLink } from './bank-link-queries.ts';
import { BeforeLinking } from './before-linking.tsx';
import { LinkActions } from './link-actions.tsx';
import { LinkForm } from './link-form.tsx';
import { LinkState } from './link-state.tsx';
import { removalWords, stateCounters } from './link-words.ts';
import { RefusedCharges, WaitingCharges } from './listed-charges.tsx';
import { RecurringSection } from './recurring-section.tsx';

/** The connection to the agency's Pix provider: its state first, then how it is reached. */
export function BankLinkPage() {
  const query = useQuery(bankLinkQuery);
  const check = useCheckLink();
  const { mutateAsync: remove } = useRemoveLink();
  const link = query.data?.link;
  return (
    <>
      <PageHead
        title="Banco por Pix"
        below="Cobranças Pix das faturas em aberto, e pagamentos avisados pelo banco"
        terms={link ? ['bankNotice'] : undefined}
        actions={
          link && (
            <LinkActions
              check={check}
              remove={remove}
              words={{
                verb: 'Desconectar',
                title: 'Desconectar',
                body: removalWords(link.charges),
                done: 'Banco desconectado',
              }}
            />
          )
        }
      />
      <QueryBoundary query={query} what="a ligação com o banco" lines={14}>
        {({ link }) => (
          <>
            {link ? (
              <LinkState
                link={link}
                counters={stateCounters(link.charges, 'charges')}
                checkedAt={check.isSuccess ? check.submittedAt : undefined}
                reads="a cada minuto"
              />
            ) : (
              <BeforeLinking />
            )}
            {link && link.charges.refused > 0 && <RefusedCharges />}
            {link && link.charges.waiting > 0 && <WaitingCharges />}
            <LinkForm key={link?.id} link={link} />
            {link && <RecurringSection key={`recurring ${link.id}`} />}
          </>
        )}
      </QueryBoundary>
    </>
  );
}
