import { searchId } from '@morada/contract/base/fields';
import { PeriodSearch } from '@morada/contract/money/finance.search';
import { TRANSFER_READERS } from '@morada/contract/money/transfers.search';
import { clients } from '@morada/contract/registry/clients';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { type Span, spanOf } from '@morada/domain/base/span';
import { IconFileDescription, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { OwnerChoice } from '#web/features/statements/owner-choice.tsx';
import { StatementPdf, StatementSheet } from '#web/features/statements/statement-actions.tsx';
import { type Statement, statementQuery } from '#web/features/statements/statement-queries.ts';
import { StatementView } from '#web/features/statements/statement-view.tsx';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { PeriodPicker } from '#web/ui/input/period-picker.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const Search = z.extend(PeriodSearch, { owner: searchId });

export const Route = createFileRoute('/_app/financial/statements')({
  validateSearch: Search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { owner, ...search } }) => {
    if (owner !== undefined) context.queryClient.prefetchQuery(statementQuery(owner, spanOf(search, today())));
  },
  staticData: {
    menu: { entry: 'Repasses', label: 'Extratos', tab: 2, icon: IconFileInvoice },
    access: TRANSFER_READERS,
    list: listOf(Search, { owner: 'own', start: 'period', end: 'period' }),
  },
  component: StatementsPage,
});

function StatementsPage() {
  const { owner, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const span = spanOf(search, today());
  const query = useQuery({ ...statementQuery(owner ?? 0, span), enabled: owner !== undefined });
  const chosen = search.start || search.end ? span : undefined;
  const choose = (next: Span | undefined) =>
    navigate({ search: { owner, ...next }, replace: true, resetScroll: false });
  const picks = may(clients.owners.access);
  // The head of a phone has room for the PDF alone, and the field below it says the owner's name already.
  const folded = usePhone() && picks;
  const period = <PeriodPicker value={chosen} usual="Este mês" max={today()} onChange={choose} />;

  return (
    <>
      <PageHead
        title="Extrato do proprietário"
        terms={['statement']}
        below={query.data ? whose(query.data, folded) : 'O que a imobiliária recebeu e repassou a cada proprietário'}
        period={!folded && period}
        primary={owner !== undefined && query.data && <StatementPdf id={owner} span={span} />}
        actions={owner !== undefined && query.data && <StatementSheet id={owner} span={span} />}
      />
      {picks && (
        <OwnerChoice
          beside={folded && period}
          chosen={query.data && { value: query.data.user.id, label: query.data.user.name }}
          onChoose={(id) => navigate({ search: (now) => ({ ...now, owner: id }), resetScroll: false })}
        />
      )}
      {owner === undefined ? (
        <NobodyChosen />
      ) : (
        <StatementView key={owner} query={query} onUsual={chosen && (() => choose(undefined))} />
      )}
    </>
  );
}

function whose({ user: { name, cpf_cnpj } }: Statement, withoutName: boolean) {
  const document = `${documentKind(cpf_cnpj)} ${formatDocument(cpf_cnpj)}`;
  return withoutName ? document : `${name} · ${document}`;
}

function NobodyChosen() {
  return (
    <EmptyState
      icon={IconFileDescription}
      title="De qual proprietário?"
      below={
        may(clients.owners.access)
          ? 'Busque pelo nome ou pelo documento.'
          : 'Abra o extrato pela janela de um repasse, no nome do proprietário.'
      }
    />
  );
}
