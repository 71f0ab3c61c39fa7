import { Button } from '@mantine/core';
import { type IncomeStatementYear, incomeStatements } from '@morada/contract/fiscal-statements';
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

const ownersWord = (number: number) => (number === 1 ? '1 proprietário' : `${count(number)} proprietários`);

/** Starts the file with the statements of all owners. */
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

/** Tells owners by e-mail, after a window that says how many have an address. */
export function MailButton({ of: { year, mail } }: { of: IncomeStatementYear }) {
  const send = useMail();
  const confirm = useConfirm();
  if (!may(incomeStatements.mail.access) || !mail.available || mail.with_email === 0) return null;
  const left = mail.with_email - mail.told;
  const again = left === 0;

  async function ask() {
    const sent = await confirm({
      title: again ? `Avisar de novo sobre os informes de ${year}` : `Avisar sobre os informes de ${year}`,
      body: <MailBody mail={mail} left={left} />,
      verb: again ? 'Enviar de novo' : 'Enviar e-mails',
      run: () => send.mutateAsync({ params: { year }, body: { again } }),
    });
    if (sent) toast.success('E-mails a caminho');
  }

  return (
    <Button leftSection={<IconMail size={15} />} onClick={ask}>
      {again ? 'Enviar de novo' : 'Enviar por e-mail'}
    </Button>
  );
}

function MailBody({ mail, left }: { mail: IncomeStatementYear['mail']; left: number }) {
  return (
    <>
      <p>
        {left === 0
          ? `${ownersWord(mail.with_email)} com e-mail já receberam o aviso, e receberão outro.`
          : `${ownersWord(left)} com e-mail receberão um aviso de que o informe está na área do cliente.`}
        {left > 0 && mail.told > 0 && ` ${ownersWord(mail.told)} já avisados ficam de fora.`}
      </p>
      {mail.without_email > 0 && (
        <p>{ownersWord(mail.without_email)} sem e-mail no cadastro: feche esta janela e use “Ver quem não tem”.</p>
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

function FileLine({ file: { id, name, owners, by, created_at } }: { file: IncomeStatementYear['files'][number] }) {
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
      {ownersWord(owners)}, <Moment value={created_at} />
      {by && `, por ${by}`}
    </>
  );
}
