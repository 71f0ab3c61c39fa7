import { Button } from '@mantine/core';
import { type ReformLease, type ReformOwner, reform } from '@morada/contract/fiscal/fiscal-reform';
import { formatDate, yearOf } from '@morada/domain/base/calendar';
import { formatMoney, sum } from '@morada/domain/base/money';
import { IconHomeOff, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { type Counter, Counters } from '#web/ui/list/counters.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { PageHead, Section } from '#web/ui/page/page.tsx';
import { LeasePanel } from './lease-panel.tsx';
import classes from './reform.module.css';
import { useRemoveDeclaration } from './reform-queries.ts';
import { ReformStatus } from './reform-state.tsx';
import { propertiesWord } from './reform-words.ts';

const DeclarationWindow = lazyWindow(
  () => import('./declaration-window.tsx'),
  ({ DeclarationWindow }) => DeclarationWindow,
);
const OptionWindow = lazyWindow(
  () => import('./option-window.tsx'),
  ({ OptionWindow }) => OptionWindow,
);

/** One owner: the year's figures, the declaration, and a month of each contract worked out. */
export function OwnerPage({ owner, period }: { owner: ReformOwner; period: ReactNode }) {
  const [isDeclaring, setDeclaring] = useState(false);
  const [opting, setOpting] = useState<ReformLease>();
  const { name, state, reason, declared, to_ask } = owner;
  const declares = may(reform.declare.access);
  return (
    <>
      <PageHead
        title={name}
        below={<ReformStatus state={state} note={reason} />}
        breadcrumbs={[{ label: 'Radar da reforma', to: '/fiscal/reform' }]}
        terms={['reform', 'socialReducer']}
        period={period}
        primary={
          declares && (
            <Button
              leftSection={<IconPencil size={15} />}
              onPointerEnter={DeclarationWindow.preload}
              onClick={() => setDeclaring(true)}
            >
              {declared ? 'Mudar declaração' : 'Registrar declaração'}
            </Button>
          )
        }
        actions={
          <>
            {may('CLIENT_VIEW') && (
              <Button
                variant="default"
                renderRoot={(props) => <Link to="/clients/info/$id" params={{ id: String(owner.id) }} {...props} />}
              >
                Abrir cliente
              </Button>
            )}
            {declares && declared && <RemoveDeclaration owner={owner} />}
          </>
        }
      />
      {to_ask && (
        <Callout tone="warning">
          {declared ? 'A situação mudou depois da declaração.' : 'Ainda não há declaração deste ano.'} Pergunte o que{' '}
          {name} recebe de aluguéis fora da imobiliária, e anote a resposta.
        </Callout>
      )}
      <Counters items={countersOf(owner)} />
      <Section title="Conta do mês, contrato a contrato">
        <Leases owner={owner} onOption={setOpting} />
      </Section>
      {isDeclaring && <DeclarationWindow owner={owner} onClose={() => setDeclaring(false)} />}
      {opting && owner.fixed_rate && (
        <OptionWindow lease={opting} table={owner.fixed_rate} onClose={() => setOpting(undefined)} />
      )}
    </>
  );
}

const countersOf = ({ income, properties, declared, total }: ReformOwner): Counter[] => [
  {
    label: 'Recebido pela imobiliária',
    value: formatMoney(income),
    below: propertiesWord(properties),
    hint: 'A parte deste proprietário nos aluguéis e encargos de atraso pagos no ano, sem IPTU, condomínio e outras taxas.',
  },
  {
    label: 'Declarado fora',
    value: declared ? formatMoney(declared.income) : null,
    below: declared
      ? `${propertiesWord(declared.properties)}, em ${formatDate(declared.declared_on)}`
      : 'nada declarado neste ano',
  },
  { label: 'Total do ano', value: formatMoney(total.income), below: propertiesWord(total.properties) },
];

function RemoveDeclaration({ owner: { id, name, year } }: { owner: ReformOwner }) {
  const remove = useRemoveDeclaration();
  const confirm = useConfirm();
  async function ask() {
    const removed = await confirm({
      title: `Remover a declaração de ${year}`,
      body: `O que ${name} declarou deixa de contar, e a situação volta a ser a dos aluguéis que passam pela imobiliária.`,
      verb: 'Remover declaração',
      danger: true,
      run: () => remove.mutateAsync({ params: { id, year } }),
    });
    if (removed) toast.success('Declaração removida');
  }
  return (
    <Button variant="default" onClick={ask}>
      Remover declaração
    </Button>
  );
}

type LeasesProps = { owner: ReformOwner; onOption: (lease: ReformLease) => void };

function Leases({ owner, onOption }: LeasesProps) {
  const { leases, periods } = owner;
  const [chosen, setChosen] = useState('');
  if (leases.length === 0) {
    return (
      <EmptyState
        icon={IconHomeOff}
        title="Nenhum contrato de locação em andamento"
        below="A conta do mês aparece para os contratos em andamento dos imóveis deste proprietário."
      />
    );
  }
  return (
    <Tabs
      label="Período"
      value={chosen}
      onChange={setChosen}
      tabs={periods.map((period) => ({
        value: String(period.id),
        label: period.collected
          ? `A partir de ${yearOf(period.valid_from)}${period.official ? '' : ', estimativa'}`
          : `${yearOf(period.valid_from)}, ano de teste`,
        panel: <PeriodLeases owner={owner} period={period} onOption={onOption} />,
      }))}
    />
  );
}

function PeriodLeases({ owner, period, onOption }: LeasesProps & { period: ReformOwner['periods'][number] }) {
  const { leases, state, fixed_rate } = owner;
  const months = leases.flatMap(({ months }) => months.filter(({ period: of }) => of === period.id));
  const total = sum(months.map(({ ibs, cbs }) => ibs + cbs));
  return (
    <>
      <Callout tone="known">
        Só informação, e não orientação tributária: confirme com o contador. Fonte: {period.source}.{' '}
        {state === 'SAFE' || state === 'NEAR'
          ? 'Este proprietário não é contribuinte hoje: a conta mostra quanto seria. '
          : ''}
        {period.official ? '' : 'As alíquotas são uma estimativa: a lei ainda não as fixou. '}
        {period.collected ? '' : 'No ano de teste os valores aparecem na nota e não são pagos. '}
        Soma do mês: <b>{formatMoney(total)}</b>.
      </Callout>
      <div className={classes.leases}>
        {leases.map((lease) => (
          <LeasePanel key={lease.id} lease={lease} period={period} fixed={fixed_rate} onOption={onOption} />
        ))}
      </div>
    </>
  );
}
