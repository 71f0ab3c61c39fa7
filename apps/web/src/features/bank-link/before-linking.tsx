import { IconPlugConnected } from '@tabler/icons-react';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import classes from './before-linking.module.css';

/** While no bank is connected: what one gains. */
export function BeforeLinking() {
  return (
    <>
      <EmptyState
        icon={IconPlugConnected}
        title="Nenhum banco está conectado"
        below="As faturas são baixadas à mão ou pelo arquivo do banco. Conecte o banco que recebe o seu Pix, e ele avisa cada pagamento."
      />
      <TitledPart title="O que muda" below="Com o banco conectado, sem arquivo e sem conferir extrato.">
        <ul className={classes.list}>
          <li>Cada fatura em aberto vai ao banco como cobrança Pix, com o valor do dia.</li>
          <li>O pagamento é conhecido em segundos: a fatura é baixada e o repasse é criado.</li>
          <li>Pago a mais, a menos ou em dobro espera por você em Boletos, Efetuar baixa, A resolver.</li>
          <li>Um Pix devolvido reabre a fatura.</li>
        </ul>
      </TitledPart>
    </>
  );
}
