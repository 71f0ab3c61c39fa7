import { messagePage } from '../kit/message-page.ts';

export const notFoundPage = (agency: string) =>
  messagePage(
    agency,
    'Anúncio não encontrado',
    'O imóvel pode já ter sido alugado ou vendido, ou o anúncio saiu do ar. Confira também se o endereço está completo.',
  );

export const postNotFoundPage = (agency: string) =>
  messagePage(agency, 'Notícia não encontrada', 'Ela saiu do ar, ou o endereço está incompleto.');

export const addressNotFoundPage = (agency: string) =>
  messagePage(agency, 'Página não encontrada', 'O endereço está incompleto, ou a página saiu do ar.');
