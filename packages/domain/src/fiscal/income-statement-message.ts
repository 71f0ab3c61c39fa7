import { ofAgency } from '../base/agency-name.ts';
import { sentence } from '../base/sentence.ts';

/** E-mail to an owner or a tenant whose statement of a year is in the client area at `url`. It holds no figures. */
export function incomeStatementMessage(told: {
  party: 'OWNER' | 'TENANT';
  client: string;
  agency: string;
  year: number;
  url: string;
}) {
  const { party, client, agency, year, url } = told;
  const what = party === 'OWNER' ? 'rendimentos' : 'aluguéis pagos';
  return {
    subject: `Informe de ${what} de ${year}, ${ofAgency(agency)}`,
    body: [
      sentence(`Olá, ${client}`),
      `Seu informe de ${party === 'OWNER' ? 'rendimentos de aluguéis' : what} de ${year}, para a declaração do imposto de renda, está na área do cliente:\n${url}`,
      'Se ainda não tem senha, abra o endereço e escolha "Primeiro acesso ou esqueci a senha".',
      agency,
    ].join('\n\n'),
  };
}
