import type { CalendarDate } from '@morada/domain/base/calendar';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { today } from '#web/lib/today.ts';
import { Day, Moment } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import classes from './link-state.module.css';
import { certificateWarning } from './link-words.ts';

type Health = { failing_since: string | null; problem: string | null; answered_at: string | null };

/** Words for a connection that the bank has not answered yet, and for one that works. */
type StatusWords = { unanswered: string; linked: string };

type LinkHeadProps = {
  link: Health & { certificate_until: CalendarDate | null };
  words: StatusWords;
  /** What waits while the bank fails, and what one does until then. */
  waits: string;
  /** Last day of the statement read from the bank. */
  readUntil?: CalendarDate | null;
};

/** Head of a bank's connection without charges: whether the bank answers, and until when its certificate holds. */
export function LinkHead({ link, words, waits, readUntil }: LinkHeadProps) {
  const warning = certificateWarning(link.certificate_until, today());
  return (
    <>
      <div className={classes.callouts}>
        <Failing link={link}>{waits}</Failing>
        {warning && <Callout tone="warning">{warning}</Callout>}
      </div>
      <div className={classes.state}>
        <KeyValue
          items={[
            { label: 'Situação', value: <LinkStatus link={link} words={words} /> },
            ...(readUntil === undefined ? [] : [{ label: 'Extrato lido até', value: <Day value={readUntil} /> }]),
            { label: 'Última resposta do banco', value: <Moment value={link.answered_at} /> },
            { label: 'Certificado vale até', value: <Day value={link.certificate_until} /> },
          ]}
        />
      </div>
    </>
  );
}

/** Since when the bank fails and why; nothing while it answers. */
export function Failing({ link: { failing_since, problem }, children }: { link: Health; children: ReactNode }) {
  return (
    failing_since && (
      <Callout tone="failed">
        <b>
          Falhando desde <Moment value={failing_since} />.
        </b>{' '}
        {problem} {children}
      </Callout>
    )
  );
}

export function LinkStatus({ link, words }: { link: Health; words: StatusWords }) {
  if (link.failing_since)
    return (
      <Status tone="red" icon={IconAlertTriangleFilled}>
        Falhando
      </Status>
    );
  return link.answered_at === null ? (
    <Status tone="yellow" icon={IconCircleDashed}>
      {words.unanswered}
    </Status>
  ) : (
    <Status tone="green" icon={IconCircleCheckFilled}>
      {words.linked}
    </Status>
  );
}
