import { Button } from '@mantine/core';
import type { SignatureDetail, SignatureSigner } from '@morada/contract/desk/signatures';
import { formatDate } from '@morada/domain/base/calendar';
import { formatPhone } from '@morada/domain/base/phone';
import { SIGNATURE_PROVIDERS, signerLife } from '@morada/domain/signature/envelope';
import { SIGNATURE_KINDS } from '@morada/domain/signature/kinds';
import {
  LEVEL_WORDS,
  SIGNATURE_EVENTS,
  SIGNER_CHANNELS,
  SIGNER_ROLES,
  WITHDRAWN_BY,
} from '@morada/domain/signature/words';
import type { ReactNode } from 'react';
import { wholeAddress } from '#web/lib/address.ts';
import { CopyLine } from '#web/ui/display/copy-line.tsx';
import { Day, Moment } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { ProviderNotice } from './provider-notice.tsx';
import { SignerStatus } from './signature-status.tsx';
import classes from './signatures.module.css';
import { SubjectLink } from './subject-link.tsx';
import type { useSignatureQuestions } from './use-signature-questions.tsx';

type Questions = ReturnType<typeof useSignatureQuestions>;

type ShownProps = {
  envelope: SignatureDetail;
  /** Undefined for those who may not send. */
  questions: Questions | undefined;
  onTell: (signer: SignatureSigner) => void;
  onOpen: (id: number) => void;
};

/** What there is to know of a paper: its record, who signs, its hashes and what happened. */
export function Shown({ envelope, questions, onTell, onOpen }: ShownProps) {
  const { kind, subject } = envelope;
  return (
    <div className={classes.parts}>
      <Notices envelope={envelope} onSeal={questions?.seal} />
      <KeyValue
        items={[
          { label: 'Tipo', value: SIGNATURE_KINDS[kind] },
          { label: 'Sobre', value: <SubjectLink subject={subject} /> },
          { label: 'Último dia', value: <Day value={envelope.deadline} /> },
          { label: 'Enviado em', value: <Moment value={envelope.sent_at} /> },
          { label: 'Preparado por', value: envelope.created_by },
          { label: 'Nível', value: LEVEL_WORDS[envelope.accepted ? 'ADVANCED' : 'SIMPLE'] },
          ...(envelope.provider === 'ROOM'
            ? []
            : [{ label: 'Assinado em', value: SIGNATURE_PROVIDERS[envelope.provider] }]),
          ...(envelope.ended_at ? [{ label: 'Encerrado em', value: <Moment value={envelope.ended_at} /> }] : []),
        ]}
      />
      <Part title={`Quem assina, ${envelope.signed} de ${envelope.signers}`}>
        <ul className={classes.lines}>
          {envelope.people.map((signer) => (
            <Signer
              key={signer.id}
              signer={signer}
              inOrder={envelope.in_order}
              // Links and reminders of a provider are its own.
              questions={envelope.provider === 'ROOM' ? questions : undefined}
              onTell={() => onTell(signer)}
            />
          ))}
        </ul>
      </Part>
      <Integrity envelope={envelope} onOpen={onOpen} />
      {envelope.events.length > 0 && <Trail envelope={envelope} />}
    </div>
  );
}

/** A section of the window under its title. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}

type NoticesProps = { envelope: SignatureDetail; onSeal: (() => unknown) | undefined };

/** What one has to know of a paper beside its state. */
function Notices({ envelope, onSeal }: NoticesProps) {
  const { state, outdated, seal_problem, withdrawn_by, ended_reason, emptied, people } = envelope;
  const refused = people.find((signer) => signer.state === 'REFUSED');
  return (
    <>
      {seal_problem && (
        <Callout
          tone="failed"
          action={
            onSeal &&
            state === 'SEALING' &&
            envelope.provider === 'ROOM' && (
              <Button size="xs" variant="default" onClick={onSeal}>
                Tentar de novo
              </Button>
            )
          }
        >
          {state === 'SEALING' && 'Todos assinaram, mas o arquivo ainda não foi fechado: '}
          {seal_problem}
        </Callout>
      )}
      {envelope.provider !== 'ROOM' && state !== 'DRAFT' && <ProviderNotice envelope={envelope} />}
      {state === 'SIGNED' && outdated && (
        <Callout tone="warning">
          Assinado com outros termos: o cadastro mudou depois. O documento vale como foi assinado.
        </Callout>
      )}
      {refused && (
        <Callout tone="warning">
          {refused.name} recusou{refused.reason ? `: ${refused.reason}` : ', sem dizer o motivo'}
        </Callout>
      )}
      {withdrawn_by && (
        <Callout tone="known">
          {WITHDRAWN_BY[withdrawn_by]}
          {ended_reason ? `: ${ended_reason}` : '.'}
        </Callout>
      )}
      {emptied && <Callout tone="known">Os dados das pessoas deste documento já foram apagados.</Callout>}
    </>
  );
}

type SignerProps = {
  signer: SignatureSigner;
  inOrder: boolean;
  questions: Questions | undefined;
  onTell: () => void;
};

function Signer({ signer, inOrder, questions, onTell }: SignerProps) {
  const { id, name, role, capacity, state, channel, turn, link, message } = signer;
  const can = (event: Parameters<typeof signerLife.can>[1]) => questions && signerLife.can(state, event);
  const target = channel === 'EMAIL' ? signer.email : signer.phone && formatPhone(signer.phone);
  return (
    <li className={classes.line} data-signer={id}>
      <b>
        {name}{' '}
        <span className={classes.soft}>
          {SIGNER_ROLES[role]}
          {capacity && `, ${capacity}`}
        </span>
      </b>
      <SignerStatus state={state} />
      <div className={classes.whole}>
        <p className={classes.note}>
          {inOrder && `${turn}ª vez. `}
          {SIGNER_CHANNELS[channel]}
          {target && ` ${target}`}
          {pastOf(signer)}
        </p>
        {link && (
          <dl className={classes.link}>
            <CopyLine label={`Link, até ${formatDate(link.until)}`} value={wholeAddress(link.url)} />
          </dl>
        )}
        {questions && state === 'ASKED' && (
          <div className={classes.buttons}>
            {message && (
              <Button variant="default" size="xs" onClick={onTell}>
                Mensagem pronta
              </Button>
            )}
            {can('remind') && (
              <Button variant="default" size="xs" onClick={() => questions.remind(id)}>
                Lembrar
              </Button>
            )}
            {can('renewLink') && (
              <Button variant="subtle" size="xs" onClick={() => questions.askRenewLink(id, name)}>
                Trocar link
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** What a signer has done so far, the last of it. */
function pastOf({ asked_at, read_at, signed_at, refused_at, reminded_at }: SignatureSigner): ReactNode {
  const [words, at] =
    (signed_at && ['assinou em', signed_at]) ||
    (refused_at && ['recusou em', refused_at]) ||
    (read_at && ['leu até o fim em', read_at]) ||
    (reminded_at && ['lembrado em', reminded_at]) ||
    (asked_at && ['recebeu o link em', asked_at]) ||
    [];
  if (!at) return null;
  return (
    <>
      , {words} <Moment value={at} />
    </>
  );
}

/** What shows that the file is the one that was signed. */
function Integrity({ envelope, onOpen }: { envelope: SignatureDetail; onOpen: (id: number) => void }) {
  const { sha256, signed_sha256, check_code, sealed, corrects_id, corrected_by } = envelope;
  const other = (id: number) => (
    <Button key={id} variant="subtle" size="xs" onClick={() => onOpen(id)}>
      Documento {id}
    </Button>
  );
  return (
    <Part title="Conferência">
      <KeyValue
        items={[
          { label: 'SHA-256 do documento', value: <span className={classes.hash}>{sha256}</span> },
          ...(signed_sha256
            ? [{ label: 'SHA-256 do assinado', value: <span className={classes.hash}>{signed_sha256}</span> }]
            : []),
          ...(sealed === null
            ? []
            : [{ label: 'Selo', value: sealed ? 'Com o certificado da imobiliária' : 'Sem certificado' }]),
          ...(corrects_id === null ? [] : [{ label: 'Corrige', value: other(corrects_id) }]),
          ...(corrected_by.length === 0 ? [] : [{ label: 'Corrigido por', value: corrected_by.map(other) }]),
        ]}
      />
      {/* What not all have signed is not found there. */}
      {envelope.state === 'SIGNED' && check_code && (
        <dl className={classes.check}>
          <CopyLine label="Página de conferência" value={wholeAddress(`/conferir/${check_code}`)} />
        </dl>
      )}
    </Part>
  );
}

function Trail({ envelope: { events, people } }: { envelope: SignatureDetail }) {
  const nameOf = (id: number | null) => people.find((signer) => signer.id === id)?.name;
  return (
    <Part title="O que aconteceu">
      <ol className={classes.lines}>
        {events.map(({ id, kind, signer_id, at, channel, address, device }) => (
          <li key={id} className={classes.event}>
            <span>
              {[SIGNATURE_EVENTS[kind], nameOf(signer_id), channel && SIGNER_CHANNELS[channel]]
                .filter(Boolean)
                .join(', ')}
            </span>
            <Moment value={at} />
            {(address || device) && <p className={classes.note}>{[address, device].filter(Boolean).join(', ')}</p>}
          </li>
        ))}
      </ol>
    </Part>
  );
}
