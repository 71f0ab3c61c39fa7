import { Button } from '@mantine/core';
import type { BankFilePreview } from '@morada/contract/bank/bank-files';
import { formatMoney } from '@morada/domain/base/money';
import { count } from '#web/lib/count.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { WorkNote, WorkState } from '#web/ui/feedback/work-state.tsx';
import { boletosText, settledWords } from './bank-file-words.ts';
import { News } from './news.tsx';
import classes from './run-state.module.css';

/** While it is settled or undone. */
export function Running({ file: { name, status, done, total } }: { file: BankFilePreview }) {
  const undoing = status === 'UNDOING';
  return (
    <WorkState title={`${undoing ? 'Estornando' : 'Liquidando'} ${name}`}>
      <Progress label={undoing ? 'Boletos estornados' : 'Boletos liquidados'} part={total > 0 ? done / total : 0}>
        {`${count(done)} de ${boletosText(total)}`}
      </Progress>
      <WorkNote>Pode fechar esta janela: a baixa continua, e o arquivo fica na lista.</WorkNote>
    </WorkState>
  );
}

/** Result of the run. */
export function Ended({ file, onOpenLines }: { file: BankFilePreview; onOpenLines: () => void }) {
  const { status, failures, news } = file;
  return (
    <>
      {status === 'DONE' ? <Settled file={file} onOpenLines={onOpenLines} /> : <Undone file={file} />}
      {failures.length > 0 && (
        <section className={classes.part}>
          <h3>
            {failures.length === 1
              ? '1 linha ficou como estava'
              : `${count(failures.length)} linhas ficaram como estavam`}
          </h3>
          <ul className={classes.failures}>
            {failures.map(({ line, reason }) => (
              <li key={line}>
                <span>Linha {line}</span>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {news.length > 0 && (
        <section className={classes.part}>
          <h3>Avisos do banco</h3>
          <News news={news} />
        </section>
      )}
    </>
  );
}

function Settled({ file, onOpenLines }: { file: BankFilePreview; onOpenLines: () => void }) {
  const { settled, amount, sums, divergent, unmatched } = file;
  const left = unmatched.length + divergent.length;
  return (
    <WorkState came="done" title={settled === 0 ? 'Nenhum boleto foi liquidado' : settledWords(settled)}>
      <WorkNote>
        {formatMoney(amount)} recebidos.
        {sums.fees > 0 && ` No arquivo todo o banco informa ${formatMoney(sums.fees)} de tarifas.`}
        {left > 0 && ` ${leftWords(left)} O que falta resolver fica guardado e não precisa do arquivo de novo.`}
      </WorkNote>
      {left > 0 && (
        <Button variant="default" onClick={onOpenLines}>
          Ver o que falta resolver
        </Button>
      )}
    </WorkState>
  );
}

const leftWords = (left: number) =>
  left === 1 ? '1 pagamento não foi liquidado.' : `${count(left)} pagamentos não foram liquidados.`;

function Undone({ file: { name } }: { file: BankFilePreview }) {
  return (
    <WorkState came="undone" title="A baixa foi desfeita">
      <WorkNote>As faturas de {name} voltaram para pendente. O arquivo pode ser enviado de novo.</WorkNote>
    </WorkState>
  );
}

/** A run broke off: what it had come to stands, the rest is below. */
export function Failed({ file: { settled } }: { file: BankFilePreview }) {
  return (
    <div className={classes.broken}>
      <Callout tone="failed">
        A baixa não chegou ao fim. {settled > 0 ? `${settledWords(settled)} antes disso.` : 'Nada foi liquidado.'} Pode
        tentar de novo: o que já entrou não entra duas vezes.
      </Callout>
    </div>
  );
}
