import type { BankLink } from '@morada/contract/bank/bank-link';
import type { BoletoLink } from '@morada/contract/bank/boleto-link';
import { IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { today } from '#web/lib/today.ts';
import { Day, Moment } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { type Counter, Counters } from '#web/ui/list/counters.tsx';
import { Failing, LinkStatus } from './link-head.tsx';
import classes from './link-state.module.css';
import { certificateWarning, REFUSED_NOTICES } from './link-words.ts';

/** What the connections of Pix and of boletos have in common. */
type ChargeLink = Pick<BankLink, 'failing_since' | 'problem' | 'certificate_until' | 'answered_at' | 'read_until'> & {
  notices: BankLink['notices'] | BoletoLink['notices'];
};

type LinkStateProps = {
  link: ChargeLink;
  /** False at a bank that authenticates its clients without a certificate. */
  isCertified?: boolean;
  /** How charges or boletos stand at the bank. */
  counters: Counter[];
  /** Instant of the last test on this page, in milliseconds. */
  checkedAt: number | undefined;
  /** How often payments for which no notice arrives are read from the bank. */
  reads: 'a cada minuto' | 'a cada cinco minutos';
};

/** Whether the bank answers, what hinders it, and how the charges stand there. */
export function LinkState({ link, isCertified = true, counters, checkedAt, reads }: LinkStateProps) {
  const warning = isCertified ? certificateWarning(link.certificate_until, today()) : undefined;
  return (
    <>
      <div className={classes.callouts}>
        <Failing link={link}>
          O que vai ao banco e os pagamentos esperam, e seguem sozinhos quando o banco responder.
          {checkedAt !== undefined && (
            <>
              {' '}
              Testado às <Moment value={new Date(checkedAt).toISOString()} timeOnly />.
            </>
          )}
        </Failing>
        {warning && <Callout tone="warning">{warning}</Callout>}
        {link.notices === 'NO_ADDRESS' && (
          <Callout tone="warning">
            Sem avisos: esta instalação não tem um endereço público que o banco alcance. Quem cuida do servidor o define
            em PUBLIC_URL; até lá os pagamentos são lidos do banco {reads}.
          </Callout>
        )}
        {link.notices === 'FULL' && (
          <Callout tone="warning">
            {REFUSED_NOTICES} Os pagamentos continuam lidos do banco {reads}. Se os avisos não são do banco, desconecte
            e ligue de novo: o endereço deles muda.
          </Callout>
        )}
        {link.notices === 'WAITING' && link.answered_at !== null && (
          <Callout tone="warning">
            Sem avisos: o banco ainda não aceitou o endereço deles. O endereço público desta instalação precisa começar
            com https:// e ser alcançado pela internet; até lá os pagamentos são lidos do banco {reads}.
          </Callout>
        )}
      </div>
      <Counters items={counters} />
      <div className={classes.state}>
        <KeyValue
          items={[
            { label: 'Situação', value: <LinkStatus link={link} words={WORDS} /> },
            { label: 'Avisos de pagamento', value: <Notices state={link.notices} /> },
            { label: 'Última resposta do banco', value: <Moment value={link.answered_at} /> },
            { label: 'Pagamentos lidos até', value: <Moment value={link.read_until} /> },
            ...(isCertified ? [{ label: 'Certificado vale até', value: <Day value={link.certificate_until} /> }] : []),
          ]}
        />
      </div>
    </>
  );
}

const WORDS = { unanswered: 'Conectando', linked: 'Conectado' };

const NOTICES = {
  ON: { tone: 'green', icon: IconCircleCheckFilled, word: 'Ligados' },
  WAITING: { tone: 'yellow', icon: IconCircleDashed, word: 'Esperando o banco' },
  BY_HAND: { tone: 'gray', icon: IconCircleMinus, word: 'Pedidos ao banco' },
  NO_ADDRESS: { tone: 'gray', icon: IconCircleMinus, word: 'Sem endereço público' },
  FULL: { tone: 'yellow', icon: IconCircleMinus, word: 'Recusados hoje' },
} as const;

function Notices({ state }: { state: ChargeLink['notices'] }) {
  const { tone, icon, word } = NOTICES[state];
  return (
    <Status tone={tone} icon={icon}>
      {word}
    </Status>
  );
}
