import { session } from '@morada/contract/access/session';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '#web/lib/api/query.ts';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { TitledPart } from '#web/ui/display/titled-part.tsx';

const OFFERS = [
  {
    name: 'Imposto retido',
    begun: 'withholding',
    to: '/fiscal/withholding',
    what: 'Imposto de renda dos aluguéis que o inquilino, pessoa jurídica, desconta do proprietário.',
  },
  {
    name: 'Radar da reforma',
    begun: 'reform',
    to: '/fiscal/reform',
    what: 'Quais proprietários passam a pagar IBS e CBS, e o que perguntar a eles.',
  },
  {
    name: 'Contabilidade',
    begun: 'accounting',
    to: '/fiscal/accounting',
    what: 'Os lançamentos do mês em um arquivo para o contador.',
  },
  {
    name: 'Bancos',
    begun: undefined,
    to: '/settings/banks',
    what: 'Pix, boletos, pagamentos e extrato direto com o banco, sem arquivo.',
  },
] as const;

/** What not every agency needs: it has no tab until it is begun, and is begun from here. */
export function OffersSection() {
  const { data } = useQuery(query(session.begun, {}));
  return (
    <TitledPart title="Mais recursos" below="O que ainda não está em uso não aparece no menu. Comece por aqui.">
      <KeyValue
        items={OFFERS.map(({ name, begun, to, what }) => ({
          label: name,
          value: (
            <>
              {what}{' '}
              <Link data-in-words to={to}>
                {begun && data?.[begun] ? 'Em uso: abrir' : 'Abrir'}
              </Link>
            </>
          ),
        }))}
      />
    </TitledPart>
  );
}
