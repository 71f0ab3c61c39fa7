import { bankFileProblems } from '@morada/contract/bank-files';
import { IconFileImport } from '@tabler/icons-react';
import { ApiProblem } from '#web/lib/api.ts';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import type { OneFile } from '#web/ui/upload/use-one-file.ts';
import classes from './choose-file.module.css';
import { FileHistory } from './file-history.tsx';

/** As browsers call them; the endings too, for those that call a return file nothing. */
const ACCEPT = {
  'application/pdf': ['.pdf'],
  'text/plain': ['.ret', '.crt', '.txt'],
  'application/x-ofx': ['.ofx'],
};
const OTHER_KIND =
  'Este formato não é lido aqui. Envie o PDF de liquidação, o retorno (.RET, .CRT ou .TXT) ou o extrato OFX.';

/** Where the bank's file is chosen, and those that came before. */
export function ChooseFile({ sending, onOpen }: { sending: OneFile; onOpen: (id: number) => void }) {
  return (
    <>
      <OneFileArea
        sending={sending}
        label="Arquivo do banco"
        icon={IconFileImport}
        invites={{ wide: 'Arraste o arquivo do banco para cá', phone: 'Escolha o arquivo do banco' }}
        reading="Lendo o arquivo"
        note="Relatório de liquidação em PDF, retorno CNAB (.RET, .CRT, .TXT) ou extrato OFX, até 10 MB"
        accept={ACCEPT}
        otherKind={OTHER_KIND}
        refused={<Unread state={sending.state} />}
      />
      <p className={classes.says}>Antes de liquidar, você confere o que foi encontrado.</p>
      <FileHistory onOpen={onOpen} />
    </>
  );
}

/** What failed, in the specification's words, and under it why. */
function Unread({ state }: { state: OneFile['state'] }) {
  if (state.status !== 'refused') return null;
  const { message, error } = state;
  const atServer = error instanceof ApiProblem && error.status >= 400;
  const { message: failed } = bankFileProblems.BANK_FILE_UNREADABLE();
  return (
    <div role="alert" className={classes.refused}>
      {atServer && <p className={classes.failed}>{failed}</p>}
      {message !== failed && <p>{message}</p>}
    </div>
  );
}
