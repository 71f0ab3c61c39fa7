import { Button } from '@mantine/core';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { formatPercent } from '@morada/domain/base/money';
import { COMMISSION_KINDS, COMMISSION_ROLES, type CommissionKind } from '@morada/domain/rent/people/share';
import { IconPercentage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { type Expected, type Rule, type Rules, rulesQuery, useRemoveRule } from './people-queries.ts';
import { type RuleScope, RuleWindow } from './rule-window.tsx';

/** How fees and commissions are divided: the agency's rules, and those of properties and contracts. */
export function RulesWindow({ onClose }: { onClose: () => void }) {
  const rules = useQuery(rulesQuery());
  const [scope, setScope] = useState<RuleScope>();
  const writes = may(peopleCommissions.saveRule.access);
  return (
    <>
      <RecordWindow
        title="Divisão das comissões"
        width={960}
        onClose={onClose}
        actions={{
          close: 'Fechar',
          primary: writes &&
            rules.data !== undefined && {
              label: 'Regra de um imóvel',
              onClick: () => setScope({ title: 'Regra de um imóvel', kind: 'LETTING', chooses: true, shares: [] }),
            },
        }}
      >
        <p>
          A regra do contrato vale antes da do imóvel, e a do imóvel antes da geral. O que não tem pessoa fica com a
          imobiliária.
        </p>
        <QueryBoundary query={rules} what="as regras">
          {({ data }) => <RuleTable rules={data} onOpen={writes ? setScope : undefined} />}
        </QueryBoundary>
      </RecordWindow>
      {scope && rules.data && (
        <RuleWindow
          scope={scope}
          staff={rules.data.staff}
          names={namesIn(rules.data)}
          onClose={() => setScope(undefined)}
        />
      )}
    </>
  );
}

/** The people of one contract's fee, over the list of what is yet to come. */
export function ContractRuleWindow({ fee, onClose }: { fee: Expected; onClose: () => void }) {
  const rules = useQuery(rulesQuery());
  if (!rules.data) return null;
  const { proposal_id, people } = fee;
  const shares = people.map(({ id, role, share }) => ({ role, admin_user_id: id, share }));
  const title = `Comissão do contrato ${proposal_id}`;
  return (
    <RuleWindow
      scope={{ title, kind: 'LETTING', proposal_id, shares }}
      staff={rules.data.staff}
      names={new Map([...namesIn(rules.data), ...people.map(({ id, name }) => [id, name] as const)])}
      onClose={onClose}
    />
  );
}

type OwnRuleWindowProps = {
  of: { property: number } | { contract: number };
  kind: CommissionKind;
  onClose: () => void;
};

/** The rule of a property or of a contract; where it has none it begins with the one that holds now. */
export function OwnRuleWindow({ of, kind, onClose }: OwnRuleWindowProps) {
  const rules = useQuery(rulesQuery());
  if (!rules.data) return null;
  const property_id = 'property' in of ? of.property : null;
  const proposal_id = 'contract' in of ? of.contract : null;
  const ofKind = rules.data.data.filter((rule) => rule.kind === kind);
  const own = ofKind.find((rule) => rule.property_id === property_id && rule.proposal_id === proposal_id);
  const general = ofKind.find((rule) => rule.property_id === null && rule.proposal_id === null);
  const whose = proposal_id === null ? `imóvel ${property_id}` : `contrato ${proposal_id}`;
  return (
    <RuleWindow
      scope={{ title: `Comissão do ${whose}`, kind, property_id, proposal_id, shares: (own ?? general)?.shares ?? [] }}
      staff={rules.data.staff}
      names={namesIn(rules.data)}
      onClose={onClose}
    />
  );
}

const namesIn = ({ data }: Rules) =>
  new Map(
    data.flatMap(({ shares }) =>
      shares.flatMap(({ admin_user_id, name }) =>
        admin_user_id === null || name === null ? [] : [[admin_user_id, name] as const],
      ),
    ),
  );

type Row = Omit<Rule, 'id'> & { id: number | string };

/** Both rules of the agency are there, whether they say anything or not. */
function rowsOf(rules: Rule[]): Row[] {
  const general = (kind: CommissionKind): Row =>
    rules.find((rule) => rule.kind === kind && rule.property_id === null && rule.proposal_id === null) ?? {
      ...{ id: kind, kind, property_id: null, proposal_id: null, property: null, shares: [], agency: 10_000 },
    };
  return [
    general('LETTING'),
    general('SALE'),
    ...rules.filter(({ property_id, proposal_id }) => property_id !== null || proposal_id !== null),
  ];
}

const nameOf = ({ property, proposal_id }: Row) => {
  if (proposal_id !== null) return `Contrato ${proposal_id}, ${property}`;
  return property ?? 'Regra geral';
};

const sharesIn = ({ shares, agency }: Row) =>
  [
    ...shares.map(
      ({ role, name, share }) =>
        `${COMMISSION_ROLES[role]}: ${name ?? (role === 'CAPTOR' ? 'o do imóvel' : 'ninguém')}, ${formatPercent(share)}`,
    ),
    `Imobiliária: ${formatPercent(agency)}`,
  ].join(' · ');

const COLUMNS: Column<Row>[] = [
  { title: 'Regra', kind: 'main', phone: 'main', cell: nameOf },
  { title: 'De quê', phone: 'side', cell: ({ kind }) => COMMISSION_KINDS[kind] },
  { title: 'Divisão', phone: 'below', cell: sharesIn },
];

function RuleTable({ rules, onOpen }: { rules: Rule[]; onOpen: ((scope: RuleScope) => void) | undefined }) {
  const { mutateAsync: remove } = useRemoveRule();
  const confirm = useConfirm();
  async function ask(row: Row) {
    const { id } = row;
    if (typeof id !== 'number') return;
    const removed = await confirm({
      title: 'Remover a regra',
      body: `${nameOf(row)}: volta a valer a regra geral para o que ainda não foi recebido.`,
      verb: 'Remover regra',
      danger: true,
      run: () => remove({ params: { id } }),
    });
    if (removed) toast.success('Regra removida');
  }
  return (
    <DataTable<Row>
      what="as regras"
      query={{ data: rowsOf(rules) }}
      columns={COLUMNS}
      actions={
        onOpen &&
        ((row) => (
          <>
            <Button
              size="xs"
              variant="default"
              aria-label={`Alterar ${nameOf(row)}, ${COMMISSION_KINDS[row.kind]}`}
              onClick={() => onOpen({ ...row, title: `${nameOf(row)}, ${COMMISSION_KINDS[row.kind].toLowerCase()}` })}
            >
              Alterar
            </Button>
            {(row.property_id !== null || row.proposal_id !== null) && (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={`Remover ${nameOf(row)}, ${COMMISSION_KINDS[row.kind]}`}
                onClick={() => void ask(row)}
              >
                Remover
              </Button>
            )}
          </>
        ))
      }
      empty={<EmptyState icon={IconPercentage} title="Nenhuma regra" />}
    />
  );
}
