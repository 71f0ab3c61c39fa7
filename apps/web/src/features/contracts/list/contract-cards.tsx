import { VisuallyHidden } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { formatDate } from '@morada/domain/base/calendar';
import { contractState, readjustmentState } from '@morada/domain/lease/contract';
import { readjustsOn } from '@morada/domain/lease/lease-term';
import { IconAlertTriangleFilled, IconClockFilled, IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProposalStatus } from '#web/entities/contract/contract-status.tsx';
import { capital, distance, termText } from '#web/features/contracts/terms/days.ts';
import { clientPage, propertyPage } from '#web/features/contracts/terms/places.ts';
import { isDue, isRent } from '#web/features/contracts/terms/rent.ts';
import { today } from '#web/lib/today.ts';
import { Missing } from '#web/ui/display/figures.tsx';
import classes from './contract-cards.module.css';

type ContractCardsProps = {
  proposal: ProposalDetail;
  /** Offered where the readjustment is due. */
  onReadjust?: () => void;
};

/** Summary above the tabs: status, parties and property. */
export function ContractCards({ proposal, onReadjust }: ContractCardsProps) {
  const { user, owners, property, status, end_date, closed_on } = proposal;
  const [owner, ...others] = owners;
  const isOver = contractState(proposal, today()).tone === 'late';
  const below =
    status === 'APPROVED' ? !isOver && termText(end_date, today()) : closed_on && `desde ${formatDate(closed_on)}`;
  return (
    <dl className={classes.strip}>
      <Card label="Situação" tone={isOver ? 'late' : undefined}>
        <ProposalStatus proposal={proposal} />
        {below && <p className={classes.note}>{below}</p>}
      </Card>
      <Card label="Inquilino">
        <Party
          name={user.name}
          mark={initials(user.name)}
          link={clientPage(user.id)}
          word="Ver perfil"
          of="do inquilino"
        />
      </Card>
      <Card label="Proprietário">
        {owner ? (
          <Party
            name={others.length > 0 ? `${owner.name} e mais ${others.length}` : owner.name}
            mark={initials(owner.name)}
            link={clientPage(owner.id)}
            word="Ver perfil"
            of="do proprietário"
          />
        ) : (
          <Missing />
        )}
      </Card>
      <Card label="Imóvel">
        <Party
          name={property.address}
          mark={<IconHome size={15} />}
          link={propertyPage(property.id)}
          word="Ver imóvel"
        />
      </Card>
      <Readjustment proposal={proposal} onReadjust={onReadjust} />
    </dl>
  );
}

function Card({ label, tone, children }: { label: string; tone?: 'late' | 'soon'; children: ReactNode }) {
  return (
    <div className={classes.card} data-tone={tone}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.body}>{children}</dd>
    </div>
  );
}

type PartyProps = {
  name: string;
  mark: ReactNode;
  link: ReturnType<typeof clientPage>;
  word: string;
  /** Owner of the link, for its accessible name. */
  of?: string;
};

function Party({ name, mark, link, word, of }: PartyProps) {
  return (
    <div className={classes.party}>
      <span className={classes.mark} aria-hidden="true">
        {mark}
      </span>
      <div className={classes.who}>
        <p className={classes.name} title={name}>
          {name}
        </p>
        {link && (
          <Link {...link}>
            {word}
            {of && <VisuallyHidden> {of}</VisuallyHidden>}
          </Link>
        )}
      </div>
    </div>
  );
}

function Readjustment({ proposal, onReadjust }: ContractCardsProps) {
  const { status } = proposal;
  const next = readjustsOn(proposal);
  const { tone, text } = readjustmentState(proposal, today());
  if (next === null)
    return (
      <Card label="Próximo reajuste">
        <p className={classes.day}>Sem reajuste</p>
        <p className={classes.note}>{isRent(proposal) ? 'Encerra no fim' : 'Contrato de venda'}</p>
      </Card>
    );
  const near = status === 'APPROVED' && tone !== 'plain' ? tone : undefined;
  const Icon = near === 'late' ? IconAlertTriangleFilled : IconClockFilled;
  return (
    <Card label="Próximo reajuste" tone={near}>
      <p className={classes.day}>{formatDate(next)}</p>
      {near ? (
        <p className={classes.near} title={text}>
          <Icon size={13} aria-hidden="true" />
          {capital(distance(next, today()))}
          <VisuallyHidden>. {text}</VisuallyHidden>
        </p>
      ) : (
        status === 'APPROVED' && <p className={classes.note}>{text}</p>
      )}
      {onReadjust && isDue(proposal, today()) && (
        <button type="button" className={classes.action} onClick={onReadjust}>
          Reajustar
        </button>
      )}
    </Card>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0).toUpperCase()).join('');
}
