import type { Access } from '@morada/domain/access/permissions';
import { IconAlertCircle, IconAlertTriangleFilled } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import classes from './fiscal-year.module.css';

/** Something that a declaration or a note needs and a record lacks. */
type FoundFault = {
  kind: 'BLOCKING' | 'WARNING';
  subject: 'AGENCY' | 'PERSON' | 'PROPERTY' | 'CONTRACT' | 'SALE';
  id: number | null;
  /** Part of the record that mends it; absent: the record as it opens. */
  place?: 'REGISTER' | 'ADDRESS' | 'TAXES';
  message: string;
};

const CLIENT_TABS = { REGISTER: undefined, ADDRESS: 'endereco', TAXES: 'impostos' } as const;
const PROPERTY_TABS = { REGISTER: undefined, ADDRESS: undefined, TAXES: 'fiscal' } as const;

/** The record that mends a finding, and the permission that opens it. */
function recordOf({ subject, id, place = 'REGISTER' }: FoundFault): { words: string; access: Access; link: LinkProps } {
  const params = { id: String(id) };
  switch (subject) {
    case 'AGENCY':
      return { words: 'Abrir a imobiliária', access: '*', link: { to: '/settings/agency' } };
    case 'PERSON':
      return {
        ...{ words: 'Abrir o cliente', access: 'CLIENT_VIEW' },
        link: { to: '/clients/info/$id', params, search: { tab: CLIENT_TABS[place] } },
      };
    case 'PROPERTY':
      return {
        ...{ words: 'Abrir o imóvel', access: 'PROPERTY_VIEW' },
        link: { to: '/properties/info/$id', params, search: { tab: PROPERTY_TABS[place] } },
      };
    case 'CONTRACT':
    case 'SALE':
      return { words: 'Abrir o contrato', access: 'PROPOSAL_VIEW', link: { to: '/contracts/info/$id', params } };
  }
}

type FindingsProps = { title: string; findings: readonly FoundFault[]; total: number };

/** Faults with the record that mends each. */
export function Findings({ title, findings, total }: FindingsProps) {
  if (total === 0) return null;
  return (
    <div className={classes.part}>
      <Panel title={title} count={String(total)}>
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <Finding key={`${finding.subject} ${finding.id} ${finding.message}`} finding={finding} />
          ))}
        </ul>
        {total > findings.length && (
          <p className={classes.more}>
            Aqui estão os primeiros {findings.length}; os outros aparecem quando estes estiverem resolvidos.
          </p>
        )}
      </Panel>
    </div>
  );
}

function Finding({ finding }: { finding: FoundFault }) {
  const Icon = finding.kind === 'BLOCKING' ? IconAlertTriangleFilled : IconAlertCircle;
  const { words, access, link } = recordOf(finding);
  return (
    <li className={classes.finding} data-kind={finding.kind}>
      <Icon size={15} className={classes.icon} aria-hidden="true" />
      <span>{finding.message}</span>
      {may(access) && (
        <Link {...link} aria-label={`${words}: ${finding.message}`}>
          {words}
        </Link>
      )}
    </li>
  );
}
