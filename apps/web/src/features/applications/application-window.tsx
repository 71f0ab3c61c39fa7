import { Button } from '@mantine/core';
import {
  type ApplicationDetail,
  type ApplicationParty,
  applications,
  type CreditInquiry,
} from '@morada/contract/lease/applications';
import { bids } from '@morada/contract/lease/bids';
import { proposals } from '@morada/contract/lease/proposals';
import {
  APPLICANT_ROLES,
  applicationLife,
  OPINIONS,
  partyFormLife,
  WITHDRAWAL_REASONS,
} from '@morada/domain/application/application';
import { bandOf } from '@morada/domain/application/credit';
import { APPLICATION_DOCUMENTS } from '@morada/domain/application/form';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { GUARANTEES } from '@morada/domain/lease/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { openFile } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { CopyLine } from '#web/ui/display/copy-line.tsx';
import { Moment, Money } from '#web/ui/display/figures.tsx';
import { Fold } from '#web/ui/display/fold.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { MessageWindow } from '#web/ui/overlay/message-window.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import {
  CheckWindow,
  DecisionWindow,
  PartyWindow,
  ReopenWindow,
  ReportWindow,
  TermsWindow,
} from './application-forms.tsx';
import { applicationQuery } from './application-queries.ts';
import { ApplicationStatus, FormStatus, OutcomeStatus } from './application-status.tsx';
import classes from './applications.module.css';
import { useApplicationQuestions } from './use-application-questions.tsx';

type Opened =
  | { kind: 'terms' | 'party' | 'decision' }
  | { kind: 'check' | 'reopen' | 'report' | 'message'; party: ApplicationParty };
type Event = Parameters<typeof applicationLife.can>[1];

type ApplicationWindowProps = {
  id: number;
  /** Its papers that are signed electronically; undefined for those who may not see them. */
  signatures: (() => ReactNode) | undefined;
  onClose: () => void;
};

/** An application: its parties, what is missing, the analysis and the decisions. */
export function ApplicationWindow({ id, signatures, onClose }: ApplicationWindowProps) {
  const record = useQuery(applicationQuery(id));
  const application = record.data;
  const [opened, setOpened] = useState<Opened>();
  const questions = useApplicationQuestions(id);
  const navigate = useNavigate();
  const edits = may(applications.create.access);
  const can = (event: Event) => application !== undefined && edits && applicationLife.can(application.state, event);
  const isOpen = can('withdraw');
  const isDecided = application !== undefined && ['RECOMMENDED', 'CONDITIONAL', 'APPROVED'].includes(application.state);
  const close = () => setOpened(undefined);
  return (
    <>
      <RecordWindow
        title={`Ficha ${id}`}
        width={860}
        onClose={onClose}
        status={application && <ApplicationStatus state={application.state} />}
        actions={{
          close: 'Fechar',
          more: [
            isOpen && !isDecided && { label: 'Alterar valores', onClick: () => setOpened({ kind: 'terms' }) },
            can('renew') && application?.state !== 'EXPIRED' && { label: 'Dar mais prazo', onClick: questions.renew },
            application !== undefined &&
              may(applications.erase.access) &&
              applicationLife.can(application.state, 'erase') && {
                label: 'Apagar os dados já',
                onClick: questions.askErase,
              },
          ],
          danger: isOpen && { label: 'Encerrar ficha', onClick: questions.askWithdraw },
          others: [
            isOpen &&
              application?.state !== 'APPROVED' && {
                label: 'Incluir parte',
                onClick: () => setOpened({ kind: 'party' }),
              },
          ],
          primary:
            (can('send') && { label: 'Enviar links', onClick: questions.send }) ||
            (can('analyse') && { label: 'Começar análise', onClick: questions.analyse }) ||
            (application?.may_decide && { label: 'Responder', onClick: () => setOpened({ kind: 'decision' }) }) ||
            (application?.state === 'EXPIRED' && edits && { label: 'Retomar ficha', onClick: questions.renew }) ||
            (application?.state === 'APPROVED' &&
              may(proposals.create.access) && {
                label: 'Fazer contrato',
                onClick: () => navigate({ to: '/contracts/create', search: contractOf(application) }),
              }),
        }}
      >
        <QueryBoundary query={record} what="a ficha" lines={12}>
          {(found) => (
            <>
              <Shown application={found} edits={edits && isOpen} onOpen={setOpened} questions={questions} />
              {signatures && found.state !== 'ERASED' && <Part title="Assinaturas">{signatures()}</Part>}
            </>
          )}
        </QueryBoundary>
      </RecordWindow>
      {application && opened?.kind === 'terms' && <TermsWindow application={application} onClose={close} />}
      {application && opened?.kind === 'party' && <PartyWindow application={application} onClose={close} />}
      {application && opened?.kind === 'decision' && <DecisionWindow application={application} onClose={close} />}
      {opened?.kind === 'check' && <CheckWindow party={opened.party} onClose={close} />}
      {opened?.kind === 'reopen' && <ReopenWindow party={opened.party} onClose={close} />}
      {opened?.kind === 'report' && <ReportWindow party={opened.party} onClose={close} />}
      {opened?.kind === 'message' && opened.party.message && (
        <MessageWindow title="Mensagem para a parte" to={opened.party} message={opened.party.message} onClose={close} />
      )}
    </>
  );
}

type Questions = ReturnType<typeof useApplicationQuestions>;
type ShownProps = {
  application: ApplicationDetail;
  edits: boolean;
  onOpen: (opened: Opened) => void;
  questions: Questions;
};

function Shown({ application, ...actions }: ShownProps) {
  const { property, rent, fees, guarantee, valid_until, ended_on, erased_on, condition, withdrawn_by } = application;
  return (
    <div className={classes.parts}>
      <KeyValue
        items={[
          {
            label: 'Imóvel',
            value: may('PROPERTY_VIEW') ? (
              <Link to="/properties/info/$id" params={{ id: String(property.id) }}>
                {property.label}
              </Link>
            ) : (
              property.label
            ),
          },
          { label: 'Aluguel', value: <Money value={rent} /> },
          { label: 'Encargos por mês', value: <Money value={fees} /> },
          { label: 'Garantia', value: guarantee && GUARANTEES[guarantee] },
          ended_on === null
            ? { label: 'Vence em', value: formatDate(valid_until) }
            : { label: 'Encerrada em', value: formatDate(ended_on) },
          { label: 'Aberta por', value: application.created_by },
          ...(application.bid_id !== null && may(bids.show.access)
            ? [
                {
                  label: 'Proposta',
                  value: (
                    <Link to="/contracts/bids" search={{ open: application.bid_id }}>
                      Proposta {application.bid_id}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(application.contract_id !== null && may('PROPOSAL_VIEW')
            ? [
                {
                  label: 'Contrato',
                  value: (
                    <Link to="/contracts/info/$id" params={{ id: String(application.contract_id) }}>
                      {application.contract_id}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(withdrawn_by ? [{ label: 'Motivo', value: WITHDRAWAL_REASONS[withdrawn_by] }] : []),
          ...(condition ? [{ label: 'Condição', value: condition }] : []),
          ...(erased_on ? [{ label: 'Dados apagados em', value: formatDate(erased_on) }] : []),
        ]}
      />
      {application.state !== 'ERASED' && (
        <Part title="Análise">
          <ul className={classes.lines}>
            {application.analysis.map(({ rule, outcome, words }) => (
              <li key={rule} className={classes.line}>
                <b>{rule}</b>
                <OutcomeStatus outcome={outcome} />
                <p className={classes.note}>{words}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Partes">
        <ul className={classes.lines}>
          {application.parties.map((party) => (
            <Party key={party.id} party={party} asksCredit={application.asks_credit} {...actions} />
          ))}
        </ul>
      </Part>
      {application.opinions.length > 0 && (
        <Part title="Respostas">
          <ul className={classes.lines}>
            {application.opinions.map(({ id, decision, by, comment, condition, decided_at }) => (
              <li key={id} className={classes.line}>
                <b>
                  {by ?? 'Pessoa removida'}: {OPINIONS[decision]}
                </b>
                <Moment value={decided_at} />
                <p className={classes.note}>{comment}</p>
                {condition && <p className={classes.note}>Condição: {condition}</p>}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}

type PartyProps = { party: ApplicationParty; asksCredit: boolean } & Omit<ShownProps, 'application'>;

function Party({ party, asksCredit, edits, onOpen, questions }: PartyProps) {
  const { id, role, name, state, missing, link, message, documents, steps, declared_income, proven_income } = party;
  const can = (event: Parameters<typeof partyFormLife.can>[1]) => edits && partyFormLife.can(state, event);
  return (
    <li className={classes.line} data-party={id}>
      <b>
        {name} <span className={classes.role}>{APPLICANT_ROLES[role]}</span>
      </b>
      <FormStatus state={state} />
      <div className={classes.whole}>
        {missing.length > 0 && <p className={classes.note}>Falta: {missing.join(', ')}.</p>}
        {declared_income !== null && (
          <p className={classes.note}>
            Renda declarada {formatMoney(declared_income)}
            {proven_income !== null && `, comprovada ${formatMoney(proven_income)}`}.
          </p>
        )}
        {party.consent && (
          <p className={classes.note}>
            Autorizou o uso dos dados em <Moment value={party.consent.at} /> (texto {party.consent.version}).
          </p>
        )}
        {party.inquiries.map((inquiry) => (
          <InquiryLine key={inquiry.id} inquiry={inquiry} />
        ))}
        {link && (
          <dl className={classes.link}>
            <CopyLine label={`Link, até ${formatDate(link.until)}`} value={whole(link.url)} />
          </dl>
        )}
        {documents.length > 0 && (
          <ul className={classes.papers}>
            {documents.map(({ id: document, kind, file }) => (
              <li key={document}>
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => openFile(`/api/files/${file.id}`).catch(toast.failure)}
                  aria-label={`Abrir ${APPLICATION_DOCUMENTS[kind]}: ${file.name}`}
                >
                  {APPLICATION_DOCUMENTS[kind]}
                </Button>
                {edits && (
                  <Button
                    variant="subtle"
                    color="red"
                    size="xs"
                    onClick={() => questions.askRemove(document, file.name)}
                    aria-label={`Remover ${file.name}`}
                  >
                    Remover
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {steps.length > 0 && (
          <Fold label="O que respondeu">
            {steps.map(({ title, answers }) => (
              <section key={title} className={classes.step}>
                <h4>{title}</h4>
                <KeyValue items={answers} />
              </section>
            ))}
          </Fold>
        )}
        {edits && state !== 'ERASED' && (
          <div className={classes.buttons}>
            {message && (
              <Button variant="default" size="xs" onClick={() => onOpen({ kind: 'message', party })}>
                Mensagem pronta
              </Button>
            )}
            {link && can('save') && (
              <Button variant="default" size="xs" onClick={() => questions.ask(id)}>
                Pedir por e-mail
              </Button>
            )}
            {state !== 'CLOSED' && (
              <Button variant="default" size="xs" onClick={() => onOpen({ kind: 'check', party })}>
                Conferir
              </Button>
            )}
            {asksCredit && party.consent && state !== 'CLOSED' && party.inquiries[0]?.state !== 'ASKING' && (
              <Button variant="default" size="xs" onClick={() => questions.askCredit(party)}>
                {party.inquiries.length > 0 ? 'Consultar crédito de novo' : 'Consultar crédito'}
              </Button>
            )}
            {state !== 'CLOSED' && (
              <Button variant="default" size="xs" onClick={() => onOpen({ kind: 'report', party })}>
                Anexar consulta
              </Button>
            )}
            {can('reopen') && (
              <Button variant="default" size="xs" onClick={() => onOpen({ kind: 'reopen', party })}>
                Devolver
              </Button>
            )}
            {link && state !== 'SENT' && (
              <Button variant="default" size="xs" onClick={() => questions.showCode(id)}>
                Código para outro aparelho
              </Button>
            )}
            {(link || state === 'CLOSED' || state === 'FILLING') && can('renew') && (
              <Button variant="subtle" size="xs" onClick={() => questions.askRenewLink(id)}>
                Trocar link
              </Button>
            )}
            {can('close') && role !== 'TENANT' && (
              <Button variant="subtle" color="red" size="xs" onClick={() => questions.askCloseLink(id)}>
                Retirar link
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** What a bureau was asked and told. */
function InquiryLine({ inquiry }: { inquiry: CreditInquiry }) {
  const { state, asked_at, by, score, commitment, capacity, reasons, query_id, note, is_of_other } = inquiry;
  const words = [
    score !== null && `Score ${score}, ${bandOf(score)}.`,
    commitment !== null && `Comprometimento ${commitment}.`,
    capacity !== null && `Capacidade de pagamento ${capacity}.`,
    ...reasons.map((reason) => `${reason}.`),
    state === 'LOST' && 'Sem resposta; pode ter sido cobrada.',
    note,
    is_of_other && 'É do documento de antes da correção e não conta.',
    query_id && `Consulta nº ${query_id}.`,
  ].filter(Boolean);
  return (
    <p className={classes.note}>
      {state === 'ASKING' ? 'Consultando o crédito desde ' : 'Crédito consultado em '}
      <Moment value={asked_at} />
      {by && ` por ${by}`}. {words.join(' ')}
    </p>
  );
}

/** What fills its contract in: the accepted bid of the same lead, which says more, else the application itself. */
const contractOf = ({ id, bid_id }: ApplicationDetail) => (bid_id === null ? { application: id } : { bid: bid_id });

/** An installation that knows no public address of its own is reached at this one. */
const whole = (url: string) => new URL(url, window.location.origin).href;
