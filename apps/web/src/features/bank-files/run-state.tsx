import type { BankFilePreview } from '@morada/contract/bank-files';
import { formatMoney } from '@morada/domain/money';
import { IconAlertTriangleFilled, IconArrowBackUp, IconCircleCheckFilled } from '@tabler/icons-react';
import { Progress } from '#web/ui/progress.tsx';
import { boletosText, count, settledWords } from './bank-file-words.ts';
import { News } from './news.tsx';
import classes from './run-state.module.css';

/** While it is settled or undone. */
export function Running({ file: { name, status, done, total } }: { file: BankFilePreview }) {
  const undoing = status === 'UNDOING';
  return (
    <div className={classes.state} aria-live="polite">
      <p className={classes.title}>
        {undoing ? 'Estornando' : 'Liquidando'} {name}
      </p>
      <Progress label={undoing ? 'Boletos estornados' : 'Boletos liquidados'} part={total > 0 ? done / total : 0}>
        {`${count(done)} de ${boletosText(total)}`}
      </Progress>
      <p className={classes.note}>Pode fechar esta janela: a baixa continua, e o arquivo fica na lista.</p>
    </div>
  );
}

/** What became of it. */
export function Ended({ file }: { file: BankFilePreview }) {
  const { status, failures, news } = file;
  return (
    <>
      {status === 'DONE' ? <Settled file={file} /> : <Undone file={file} />}
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

function Settled({ file }: { file: BankFilePreview }) {
  const { settled, amount, sums, divergent, unmatched } = file;
  const left = unmatched.length + divergent.filter(({ payable }) => payable).length;
  return (
    <div className={classes.state} role="status">
      <IconCircleCheckFilled size={28} className={classes.done} aria-hidden="true" />
      <p className={classes.title}>{settled === 0 ? 'Nenhum boleto foi liquidado' : settledWords(settled)}</p>
      <p className={classes.note}>
        {formatMoney(amount)} recebidos.
        {sums.fees > 0 && ` No arquivo todo o banco informa ${formatMoney(sums.fees)} de tarifas.`}
        {left > 0 && ` ${leftWords(left)} O que ficou de fora pode entrar enviando o arquivo de novo.`}
      </p>
    </div>
  );
}

const leftWords = (left: number) =>
  left === 1 ? '1 pagamento não foi liquidado.' : `${count(left)} pagamentos não foram liquidados.`;

function Undone({ file: { name } }: { file: BankFilePreview }) {
  return (
    <div className={classes.state} role="status">
      <IconArrowBackUp size={28} className={classes.undone} aria-hidden="true" />
      <p className={classes.title}>A baixa foi desfeita</p>
      <p className={classes.note}>As faturas de {name} voltaram para pendente. O arquivo pode ser enviado de novo.</p>
    </div>
  );
}

/** A run broke off: what it had come to stands, the rest is below. */
export function Failed({ file: { settled } }: { file: BankFilePreview }) {
  return (
    <p role="alert" className={classes.broken}>
      <IconAlertTriangleFilled size={15} aria-hidden="true" />
      <span>
        A baixa não chegou ao fim. {settled > 0 ? `${settledWords(settled)} antes disso.` : 'Nada foi liquidado.'} Pode
        tentar de novo: o que já entrou não entra duas vezes.
      </span>
    </p>
  );
}
