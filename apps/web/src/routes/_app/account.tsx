import { firstDay, yearOf } from '@morada/domain/base/calendar';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { OwnCommissions } from '#web/features/commissions/people/own-commissions.tsx';
import { ownQuery } from '#web/features/commissions/people/people-queries.ts';
import { AccountPart } from '#web/features/session/account-part.tsx';
import { SecondFactorPart } from '#web/features/session/second-factor-part.tsx';
import { secondFactorQuery, sessionsQuery } from '#web/features/session/session-queries.ts';
import { SessionsPart } from '#web/features/session/sessions-part.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/account')({
  loader: ({ context: { queryClient } }) => {
    queryClient.prefetchQuery(secondFactorQuery);
    queryClient.prefetchQuery(sessionsQuery);
  },
  component: Account,
});

function Account() {
  const { name, email } = useSession() ?? {};
  const { data: own } = useQuery(ownQuery(thisYear()));
  const hasCommissions = own !== undefined && (own.events.length > 0 || own.open.length > 0);
  return (
    <>
      <PageHead title="Minha conta" below={[name, email].filter(Boolean).join(' · ')} />
      <AccountPart title="Senha" below="A senha com que você entra no sistema.">
        <Link to="/settings/password-change">Alterar senha</Link>
      </AccountPart>
      {hasCommissions && (
        <AccountPart title="Minhas comissões" below="A sua parte no que a imobiliária recebeu neste ano.">
          <OwnCommissions statement={own} />
        </AccountPart>
      )}
      <SecondFactorPart />
      <SessionsPart />
    </>
  );
}

function thisYear() {
  const end = today();
  return { start: firstDay(`${yearOf(end)}-01`), end };
}
