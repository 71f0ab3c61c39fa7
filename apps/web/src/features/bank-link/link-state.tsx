import type { BankLink } from '@morada/contract/bank-link';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { count } from '#web/lib/count.ts';
import { today } from '#web/lib/today.ts';
import { Day, Moment } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { type Counter, Counters } from '#web/ui/list/counters.tsx';
import classes from './link-state.module.css';
import { certificateWarning } from './link-words.ts';

type LinkStateProps = {
  link: BankLink;
  /** Instant of the last test on this page, in milliseconds. */
  checkedAt: number | undefined;
};

/** Whether the bank answers, what hinders it, and how the charges stand there. */
export function LinkState({ link, checkedAt }: LinkStateProps) {
  const warning = certificateWarning(link.certificate_until, today());
  return (
    <>
      <div className={classes.callouts}>
        {link.failing_since && <Failing link={link} checkedAt={checkedAt} />}
        {warning && <Callout tone="warning">{warning}</Callout>}
        {link.notices === 'NO_ADDRESS' && (
          <Callout tone="warning">
            Sem avisos: esta instalação não tem um endereço público que o banco alcance. Quem cuida do servidor o define
            em PUBLIC_URL; até lá os pagamentos são lidos do banco a cada minuto.
          </Callout>
        )}
      </div>
      <Counters items={counters(link.charges)} />
      <div className={classes.state}>
        <KeyValue
          items={[
            { label: 'Situação', value: <LinkStatus link={link} /> },
            { label: 'Avisos de pagamento', value: <Notices state={link.notices} /> },
            { label: 'Última resposta do banco', value: <Moment value={link.answered_at} /> },
            { label: 'Pagamentos lidos até', value: <Moment value={link.read_until} /> },
            { label: 'Certificado vale até', value: <Day value={link.certificate_until} /> },
          ]}
        />
      </div>
    </>
  );
}

function Failing({ link: { failing_since, problem }, checkedAt }: LinkStateProps) {
  return (
    <Callout tone="failed">
      <b>
        Falhando desde <Moment value={failing_since} />.
      </b>{' '}
      {problem} Cobranças e pagamentos esperam, e seguem sozinhos quando o banco responder.
      {checkedAt !== undefined && (
        <>
          {' '}
          Testado às <Moment value={new Date(checkedAt).toISOString()} timeOnly />.
        </>
      )}
    </Callout>
  );
}

function LinkStatus({ link: { failing_since, answered_at } }: { link: BankLink }) {
  if (failing_since)
    return (
      <Status tone="red" icon={IconAlertTriangleFilled}>
        Falhando
      </Status>
    );
  if (answered_at === null)
    return (
      <Status tone="yellow" icon={IconCircleDashed}>
        Ligando
      </Status>
    );
  return (
    <Status tone="green" icon={IconCircleCheckFilled}>
      Ligado
    </Status>
  );
}

const NOTICES = {
  ON: { tone: 'green', icon: IconCircleCheckFilled, word: 'Ligados' },
  WAITING: { tone: 'yellow', icon: IconCircleDashed, word: 'Esperando o banco' },
  NO_ADDRESS: { tone: 'gray', icon: IconCircleMinus, word: 'Sem endereço público' },
} as const;

function Notices({ state }: { state: BankLink['notices'] }) {
  const { tone, icon, word } = NOTICES[state];
  return (
    <Status tone={tone} icon={icon}>
      {word}
    </Status>
  );
}

const counters = ({ active, waiting, refused, paid }: BankLink['charges']): Counter[] => [
  { label: 'No banco', value: count(active), below: 'podem ser pagas' },
  { label: 'Esperando', value: count(waiting), below: 'vão ao banco em instantes' },
  { label: 'Recusadas', value: count(refused), below: 'com o motivo na lista', tone: refused > 0 ? 'red' : undefined },
  { label: 'Pagas', value: count(paid), below: 'desde que o banco foi ligado' },
];
