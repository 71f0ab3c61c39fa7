import type { BankFilePreview } from '@morada/contract/bank/bank-files';
import { IconBellOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import classes from './news.module.css';

/** Bank notices other than payments: boletos registered, refused or cancelled. */
export function News({ news }: Pick<BankFilePreview, 'news'>) {
  if (news.length === 0) return <EmptyState icon={IconBellOff} title="Nenhum aviso além dos pagamentos" />;
  return (
    <ul className={classes.news}>
      {news.map(({ line, boleto_id, words }) => (
        <li key={line}>
          <Link to="/financial/boletos" search={{ open: boleto_id }}>
            Boleto {boleto_id}
          </Link>
          <span>{words}</span>
          <span className={classes.line}>linha {line}</span>
        </li>
      ))}
    </ul>
  );
}
