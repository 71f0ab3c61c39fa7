import type { DimobFinding, FiscalYear } from '@morada/contract/fiscal/fiscal';
import type { Access } from '@morada/domain/access/permissions';
import { IconAlertCircle, IconAlertTriangleFilled } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import classes from './fiscal-year.module.css';

/** The record that mends a finding, and the permission that opens it. */
function recordOf({ subject, id }: DimobFinding): { words: string; access: Access; link: LinkProps } {
  const params = { id: String(id) };
  switch (subject) {
    case 'AGENCY':
      return { words: 'Abrir a imobiliária', access: '*', link: { to: '/settings/agency' } };
    case 'PERSON':
      return { words: 'Abrir o cliente', access: 'CLIENT_VIEW', link: { to: '/clients/info/$id', params } };
    case 'PROPERTY':
      return { words: 'Abrir o imóvel', access: 'PROPERTY_VIEW', link: { to: '/properties/info/$id', params } };
    case 'CONTRACT':
    case 'SALE':
      return { words: 'Abrir o contrato', access: 'PROPOSAL_VIEW', link: { to: '/contracts/info/$id', params } };
  }
}

/** What the program would refuse, each with the record that mends it. */
export const DimobBlocks = ({ year }: { year: FiscalYear }) => (
  <Findings title="Impede a DIMOB" findings={year.blocking} total={year.blocking_total} />
);

/** What deserves a look. */
export const DimobWarnings = ({ year }: { year: FiscalYear }) => (
  <Findings title="Avisos" findings={year.warnings} total={year.warnings_total} />
);

function Findings({ title, findings, total }: { title: string; findings: DimobFinding[]; total: number }) {
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

function Finding({ finding }: { finding: DimobFinding }) {
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
