import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { COMMISSION_READERS, PeopleSearch } from '@morada/contract/money/finance.search';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { type Reference, referenceOf } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { IconHomeDollar, IconPercentage, IconUserDollar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type Expected, type People, peopleQuery } from '#web/features/commissions/people/people-queries.ts';
import { ExpectedTable, PeopleTable } from '#web/features/commissions/people/people-tables.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { MonthSteps } from '#web/ui/input/month-steps.tsx';
import { type Counter, Counters } from '#web/ui/list/counters.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { CLOSED } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const PersonWindow = lazyWindow(
  () => import('#web/features/commissions/people/person-window.tsx'),
  ({ PersonWindow }) => PersonWindow,
);
const RulesWindow = lazyWindow(
  () => import('#web/features/commissions/people/rules-window.tsx'),
  ({ RulesWindow }) => RulesWindow,
);
const ContractRuleWindow = lazyWindow(
  () => import('#web/features/commissions/people/rules-window.tsx'),
  ({ ContractRuleWindow }) => ContractRuleWindow,
);
const OwnRuleWindow = lazyWindow(
  () => import('#web/features/commissions/people/rules-window.tsx'),
  ({ OwnRuleWindow }) => OwnRuleWindow,
);
const SalesWindow = lazyWindow(
  () => import('#web/features/commissions/people/sales-window.tsx'),
  ({ SalesWindow }) => SalesWindow,
);

/** `property`, `contract`: whose rule is open, for lettings or sales. */
const Search = z.extend(PeopleSearch, {
  open: searchId,
  property: searchId,
  contract: searchId,
  rule: z.catch(z.optional(z.enum(['LETTING', 'SALE'])), undefined),
});

const LIST = listOf(Search, { month: 'own', open: 'place', property: 'place', contract: 'place', rule: 'place' });

export const Route = createFileRoute('/_app/financial/people')({
  validateSearch: Search,
  loaderDeps: ({ search: { month } }) => ({ month }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(peopleQuery(deps)),
  staticData: {
    menu: { entry: 'Comissões', label: 'Pessoas', tab: 1, icon: IconUserDollar },
    access: COMMISSION_READERS,
    list: LIST,
  },
  component: PeoplePage,
});

function PeoplePage() {
  const { month = referenceOf(today()), property, contract, rule = 'LETTING' } = Route.useSearch();
  const of = contract !== undefined ? { contract } : property !== undefined ? { property } : undefined;
  const leaveRule = () => navigate({ search: { month }, replace: true, resetScroll: false, ...CLOSED });
  const navigate = Route.useNavigate();
  const people = useQuery(peopleQuery({ month }));
  const [window, setWindow] = useState<'rules' | 'sales'>();
  const [dividing, setDividing] = useState<Expected>();
  const choose = (next: Reference | undefined) =>
    navigate({ search: { month: next }, replace: true, resetScroll: false });
  const show = (open: number | undefined) => navigate({ search: (now) => ({ ...now, open }), resetScroll: false });
  const rules = (
    <Button variant="default" leftSection={<IconPercentage size={15} />} onClick={() => setWindow('rules')}>
      Divisão
    </Button>
  );
  return (
    <>
      <PageHead
        title="Comissões de pessoas"
        below="A parte do captador e do corretor no que a imobiliária recebeu, e o que falta pagar a cada um"
        actions={
          <>
            <ExportButton
              onExport={(format) => download(peopleCommissions.export, { params: { format }, query: { month } })}
            />
            <Button variant="default" leftSection={<IconHomeDollar size={15} />} onClick={() => setWindow('sales')}>
              Vendas
            </Button>
            {rules}
          </>
        }
      />
      <MonthSteps month={month} onMonth={choose} />
      <Counters items={countersOf(people)} />
      <PeopleTable query={{ ...people, data: people.data?.data }} onOpen={show} action={rules} />
      {!people.isPending && (
        <Section title="Intermediações a receber">
          <ExpectedTable query={{ ...people, data: people.data?.expected }} onDivide={setDividing} />
        </Section>
      )}
      <RecordFromUrl<number>>
        {(open) => <PersonWindow id={open} month={month} onClose={() => show(undefined)} />}
      </RecordFromUrl>
      {window === 'rules' && <RulesWindow onClose={() => setWindow(undefined)} />}
      {window === 'sales' && <SalesWindow onClose={() => setWindow(undefined)} />}
      {of && may(peopleCommissions.saveRule.access) && <OwnRuleWindow of={of} kind={rule} onClose={leaveRule} />}
      {dividing && <ContractRuleWindow fee={dividing} onClose={() => setDividing(undefined)} />}
    </>
  );
}

function countersOf({ data, isError }: { data?: People | undefined; isError: boolean }): Counter[] {
  const shown = (amount: number | undefined) =>
    amount === undefined ? (isError ? null : undefined) : formatMoney(amount);
  return [
    { label: 'Comissões do mês', value: shown(data?.earned), below: 'recebidas, menos as desfeitas' },
    { label: 'Pagas no mês', value: shown(data?.paid), below: 'brutas, com as retenções' },
    { label: 'A receber', value: shown(data?.due), below: 'recebidas e não pagas' },
    {
      label: 'A descontar',
      value: shown(data?.debit),
      below: 'pagas e desfeitas depois',
      ...(data && data.debit > 0 && { tone: 'red' as const }),
    },
  ];
}
