import { Button } from '@mantine/core';
import type { BankLink } from '@morada/contract/bank-link';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { bankLinkQuery, useCheckLink, useRemoveLink } from './bank-link-queries.ts';
import { BeforeLinking } from './before-linking.tsx';
import { LinkForm } from './link-form.tsx';
import { LinkState } from './link-state.tsx';
import { removalWords, stateCounters } from './link-words.ts';
import { RefusedCharges, WaitingCharges } from './listed-charges.tsx';
import { RecurringSection } from './recurring-section.tsx';

/** The connection to the agency's Pix provider: its state first, then how it is reached. */
export function BankLinkPage() {
  const query = useQuery(bankLinkQuery);
  const check = useCheckLink();
  const link = query.data?.link;
  return (
    <>
      <PageHead
        title="Banco por Pix"
        below="Cobranças Pix das faturas em aberto, e pagamentos avisados pelo banco"
        terms={link ? ['bankNotice'] : undefined}
        actions={link && <LinkActions link={link} check={check} />}
      />
      <QueryBoundary query={query} what="a ligação com o banco" lines={14}>
        {({ link }) => (
          <>
            {link ? (
              <LinkState
                link={link}
                counters={stateCounters(link.charges, 'charges')}
                checkedAt={check.isSuccess ? check.submittedAt : undefined}
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

type LinkActionsProps = { link: BankLink; check: ReturnType<typeof useCheckLink> };

function LinkActions({ link, check }: LinkActionsProps) {
  const { mutateAsync: remove } = useRemoveLink();
  const confirm = useConfirm();

  async function askToRemove() {
    const removed = await confirm({
      title: 'Desligar do banco',
      body: removalWords(link.charges),
      verb: 'Desligar do banco',
      danger: true,
      run: () => remove({}),
    });
    if (removed) toast.success('Banco desligado');
  }

  const test = () =>
    check.mutateAsync({}).then(({ link }) => {
      if (link?.failing_since === null) toast.success('O banco respondeu.');
    }, toast.failure);

  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconPlugConnectedX size={15} />} onClick={askToRemove}>
        Desligar do banco
      </Button>
      <Button variant="default" leftSection={<IconPlugConnected size={15} />} loading={check.isPending} onClick={test}>
        Testar agora
      </Button>
    </>
  );
}
