import { Button } from '@mantine/core';
import { type ReformLease, type ReformOwner, reform } from '@morada/contract/fiscal/fiscal-reform';
import {
  type BasisPoints,
  type Cents,
  formatAmount,
  formatMoney,
  formatPercent,
  WHOLE,
} from '@morada/domain/base/money';
import { LEASE_PURPOSES } from '@morada/domain/fiscal/reform';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import { type TotalLine, TotalLines } from '#web/ui/display/total-lines.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './reform.module.css';
import { useRemoveOption } from './reform-queries.ts';

type Period = ReformOwner['periods'][number];
type Month = ReformLease['months'][number];

type LeasePanelProps = {
  lease: ReformLease;
  period: Period;
  fixed: ReformOwner['fixed_rate'];
  onOption: (lease: ReformLease) => void;
};

/** A month of one contract, line by line, and its option for the fixed rate. */
export function LeasePanel({ lease, period, fixed, onOption }: LeasePanelProps) {
  const { id, property, tenant, purpose, share, months } = lease;
  const month = months.find(({ period: of }) => of === period.id);
  return (
    <Panel title={property}>
      <div className={classes.lease}>
        <p className={classes.who}>
          <ContractName id={id} />, {tenant}. {LEASE_PURPOSES[purpose]}
          {share < WHOLE && `, ${formatPercent(share)} deste proprietário`}.
        </p>
        {month && (
          <TotalLines
            title="Conta do mês"
            lines={linesOf(month, period)}
            total={{
              label: taxLabel(period),
              amount: month.ibs + month.cbs,
            }}
          />
        )}
        {month?.fixed !== undefined && month.fixed !== null && fixed && (
          <p className={classes.fixed}>
            Com a opção: <b>{formatMoney(month.fixed)}</b>, {formatPercent(fixed.rate)} do aluguel, sem redutor social.
          </p>
        )}
        {fixed && <Option lease={lease} rate={formatPercent(fixed.rate)} onOption={onOption} />}
      </div>
    </Panel>
  );
}

function taxLabel({ collected, official }: Period) {
  if (!collected) return 'IBS e CBS, só informados';
  return official ? 'IBS e CBS do mês' : 'IBS e CBS do mês, estimativa';
}

function ContractName({ id }: { id: number }) {
  const name = `Contrato ${id}`;
  if (!may('PROPOSAL_VIEW')) return name;
  return (
    <Link to="/contracts/info/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  );
}

function linesOf(month: Month, { lease_reduction, social_reducer }: Period): TotalLine[] {
  const { service, discount, fees, reducer, base } = month;
  return [
    { label: 'Pago pelo inquilino', amount: service },
    ...(discount > 0 ? [{ label: 'Abono', amount: 0 - discount }] : []),
    {
      label: 'IPTU, condomínio e taxas',
      amount: 0 - fees,
      why: {
        title: 'Taxas do imóvel',
        rule: 'Tributos e taxas sobre o imóvel e o condomínio não entram na base (art. 255).',
      },
    },
    {
      label: 'Redutor social',
      amount: 0 - reducer,
      why: {
        title: 'Redutor social',
        rule: `${formatMoney(social_reducer)} por imóvel residencial e mês, na parte do proprietário, até o que resta da base (art. 260).`,
      },
    },
    { label: 'Base', amount: base, strong: true },
    taxLine('IBS', month.ibs, month.ibs_rate, base, lease_reduction),
    taxLine('CBS', month.cbs, month.cbs_rate, base, lease_reduction),
  ];
}

const taxLine = (label: string, amount: Cents, rate: BasisPoints, base: Cents, reduction: BasisPoints): TotalLine => ({
  label,
  note: formatPercent(rate),
  amount,
  why: {
    title: label,
    rule: `Alíquota do período com redução de ${formatPercent(reduction)} para locações (art. 261).`,
    sum: `${formatPercent(rate)} × ${formatAmount(base)} = ${formatAmount(amount)}`,
  },
});

function Option({ lease, rate, onOption }: Pick<LeasePanelProps, 'lease' | 'onOption'> & { rate: string }) {
  const { id, option } = lease;
  const remove = useRemoveOption();
  const confirm = useConfirm();
  async function ask() {
    const removed = await confirm({
      title: `Remover a opção do contrato ${id}`,
      body: `O contrato volta à conta comum do IBS e da CBS, e deixa de contar com ${rate} da receita bruta.`,
      verb: 'Remover opção',
      danger: true,
      run: () => remove.mutateAsync({ params: { id } }),
    });
    if (removed) toast.success('Opção removida');
  }
  return (
    <div className={classes.option}>
      <span>{option ? option.reason : `Sem a opção de ${rate}`}</span>
      {may(reform.opt.access) && (
        <span className={classes.buttons}>
          <Button
            variant="default"
            size="xs"
            aria-label={`${option ? 'Mudar' : 'Registrar'} opção do contrato ${id}`}
            onClick={() => onOption(lease)}
          >
            {option ? 'Mudar opção' : 'Registrar opção'}
          </Button>
          {option && (
            <Button variant="subtle" size="xs" aria-label={`Remover opção do contrato ${id}`} onClick={ask}>
              Remover
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
