import { bankFileProblems } from '@morada/contract/bank/bank-files';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '#web/lib/api/api.ts';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import type { OneFile } from '#web/ui/upload/use-one-file.ts';
import { openLinesQuery } from './bank-file-queries.ts';
import classes from './choose-file.module.css';
import { FileHistory } from './file-history.tsx';
import { OpenLines } from './lines/open-lines.tsx';

/** List shown below the file chooser. */
export type FilePart = 'files' | 'open' | 'ignored' | 'given-back';

/** Media types that browsers report; the extensions are for those that report none for a return file. */
const ACCEPT = {
  'application/pdf': ['.pdf'],
  'text/plain': ['.ret', '.crt', '.txt'],
  'application/x-ofx': ['.ofx'],
};
const OTHER_KIND =
  'Este formato não é lido aqui. Envie o PDF de liquidação, o retorno (.RET, .CRT ou .TXT) ou o extrato OFX.';

type ChooseFileProps = {
  sending: OneFile;
  part: FilePart;
  onPart: (part: FilePart) => void;
  onOpen: (id: number) => void;
  onResolve: (id: number) => void;
};

/** File chooser, with the earlier files and their open payments. */
export function ChooseFile({ sending, part, onPart, onOpen, onResolve }: ChooseFileProps) {
  const { data } = useQuery(openLinesQuery('OPEN', 1));
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
      <div className={classes.parts}>
        <Tabs
          label="Arquivos e pagamentos"
          value={part}
          onChange={(value) => onPart(value as FilePart)}
          tabs={[
            { value: 'files', label: 'Arquivos anteriores', panel: <FileHistory onOpen={onOpen} /> },
            {
              value: 'open',
              label: 'A resolver',
              count: data?.counts.open,
              panel: <OpenLines state="OPEN" onResolve={onResolve} />,
            },
            {
              value: 'ignored',
              label: 'Ignorados',
              count: data?.counts.ignored,
              panel: <OpenLines state="IGNORED" onResolve={onResolve} />,
            },
            {
              value: 'given-back',
              label: 'Devolvidos',
              count: data?.counts.given_back,
              panel: <OpenLines state="GIVEN_BACK" onResolve={onResolve} />,
            },
          ]}
        />
      </div>
    </>
  );
}

/** Error message in the specification's words, with the reason below it. */
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
