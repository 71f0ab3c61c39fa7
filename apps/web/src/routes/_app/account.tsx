import { createFileRoute, Link } from '@tanstack/react-router';
import { AccountPart } from '#web/features/session/account-part.tsx';
import { SecondFactorPart } from '#web/features/session/second-factor-part.tsx';
import { secondFactorQuery, sessionsQuery } from '#web/features/session/session-queries.ts';
import { SessionsPart } from '#web/features/session/sessions-part.tsx';
import { useSession } from '#web/lib/session/session.ts';
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
  return (
    <>
      <PageHead title="Minha conta" below={[name, email].filter(Boolean).join(' · ')} />
      <AccountPart title="Senha" below="A senha com que você entra no sistema.">
        <Link to="/settings/password-change">Alterar senha</Link>
      </AccountPart>
      <SecondFactorPart />
      <SessionsPart />
    </>
  );
}
