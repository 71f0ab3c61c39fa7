import { Button } from '@mantine/core';
import { type IncomeStatementYear, incomeStatements } from '@morada/contract/fiscal/fiscal-statements';
import type { StatementParty } from '@morada/contract/fiscal/fiscal-statements.search';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { count } from '#web/lib/count.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { savePack, useMail, usePack } from './income-statement-queries.ts';

const WORDS = { OWNER: ['proprietário', 'proprietários'], TENANT: ['inquilino', 'inquilinos'] } as const;

const peopleWord = (party: StatementParty, number: number) =>
  number === 1 ? `1 ${WORDS[party][0]}` : `${count(number)} ${WORDS[party][1]}`;

/** Starts the file with the statements of all owners and tenants. */
export function PackButton({ of: { year, owners, run } }: { of: IncomeStatementYear }) {
  const pack = usePack();
  if (!may(incomeStatements.pack.access) || owners.people === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} />}
      loading={pack.isPending}
      disabled={run?.status === 'RUNNING'}
      onClick={() => pack.mutate({ params: { year } }, { onError: toast.failure })}
    >
      Baixar todos
    </Button>
  );
}

/** Notifies owners or tenants by e-mail, after a dialog that says how many have an address. */
export function MailButton({ of, party }: { of: IncomeStatementYear; party: StatementParty }) {
  const { year, can_mail } = of;
  const mail = of.mail[party];
  const send = useMail();
  const confirm = useConfirm();
  if (!may(incomeStatements.mail.access) || !can_mail || mail.with_email === 0) return null;
  const left = mail.with_email - mail.told;
  const again = left === 0;

  async function ask() {
    const sent = await confirm({
      title: `${again ? 'Avisar de novo os' : 'Avisar os'} ${WORDS[party][1]} sobre os informes de ${year}`,
      body: <MailBody party={party} mail={mail} left={left} />,
      verb: again ? 'Enviar de novo' : 'Enviar e-mails',
      run: () => send.mutateAsync({ params: { year }, body: { party, again } }),
    });
    if (sent) toast.success('E-mails a caminho');
  }

  return (
    <Button leftSection={<IconMail size={15} />} onClick={ask}>
      {again ? 'Enviar de novo' : 'Enviar por e-mail'}
    </Button>
  );
}

type MailBodyProps = { party: StatementParty; mail: IncomeStatementYear['mail'][StatementParty]; left: number };

function MailBody({ party, mail, left }: MailBodyProps) {
  return (
    <>
      <p>
        {left === 0
          ? `${peopleWord(party, mail.with_email)} com e-mail já receberam o aviso, e receberão outro.`
          : `${peopleWord(party, left)} com e-mail receberão um aviso de que o informe está na área do cliente.`}
        {left > 0 && mail.told > 0 && ` ${peopleWord(party, mail.told)} já avisados ficam de fora.`}
      </p>
      {mail.without_email > 0 && (
        <p>
          {peopleWord(party, mail.without_email)} sem e-mail no cadastro: feche esta janela e use “Ver quem não tem”.
        </p>
      )}
    </>
  );
}

/** The file under way, and those made before. */
export function YearFiles({ of: { run, files } }: { of: IncomeStatementYear }) {
  if (run?.status !== 'RUNNING' && files.length === 0) return null;
  return (
    <Section title="Arquivos com todos os informes">
      {run?.status === 'RUNNING' && (
        <Progress label="Arquivo com os informes" {...(run.done > 0 && { part: run.done / Math.max(1, run.total) })}>
          {`Montando o arquivo: ${count(run.done)} de ${count(run.total)} informes`}
        </Progress>
      )}
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={file.id}>
              <FileLine file={file} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function FileLine({
  file: { id, name, owners, tenants, by, created_at },
}: {
  file: IncomeStatementYear['files'][number];
}) {
  const save = useMutation({ mutationFn: () => savePack(id), onError: toast.failure });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconDownload size={15} />}
        loading={save.isPending}
        aria-label={`Baixar ${name}, arquivo ${id}`}
        onClick={() => save.mutate()}
      >
        {name}
      </Button>{' '}
      {peopleWord('OWNER', owners)}
      {tenants > 0 && ` e ${peopleWord('TENANT', tenants)}`}, <Moment value={created_at} />
      {by && `, por ${by}`}
    </>
  );
}
