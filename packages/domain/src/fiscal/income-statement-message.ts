import { sentence } from '../base/sentence.ts';

/** E-mail to an owner whose income statement of a year is in the client area at `url`. It holds no figures. */
export function incomeStatementMessage(told: { client: string; agency: string; year: number; url: string }) {
  const { client, agency, year, url } = told;
  return {
    subject: `Informe de rendimentos de ${year}, de ${agency}`,
    body: [
      sentence(`Olá, ${client}`),
      `Seu informe de rendimentos de aluguéis de ${year}, para a declaração do imposto de renda, está na área do cliente:\n${url}`,
      'Se ainda não tem senha, abra o endereço e escolha "Primeiro acesso ou esqueci a senha".',
      agency,
    ].join('\n\n'),
  };
}
